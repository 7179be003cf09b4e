package import ButtonModel

/// A state key that an expression reads; its place in `ExpressionProgram.keys` is its slot.
package struct ExpressionKey: Hashable, Sendable {
  /// The key's name; well-formed.
  package let name: UTF8String
  /// Whether its value is read.
  package internal(set) var readsValue = false
  /// Whether it is asked by `lost(key)` if what feeds it is gone.
  package internal(set) var readsLiveness = false
}
