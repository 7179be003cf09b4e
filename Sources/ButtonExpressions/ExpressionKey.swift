package import ButtonModel

/// A state key that an expression reads; its index in `ExpressionProgram.keys` is its slot.
package struct ExpressionKey: Hashable, Sendable {
  /// Well-formed.
  package let name: UTF8String
  package internal(set) var readsValue = false
  /// `lost(key)` asks whether its source is gone.
  package internal(set) var readsLiveness = false
}
