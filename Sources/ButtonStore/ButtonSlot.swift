/// A button inside the daemon: the index of its line in the store.
///
/// A slot may be reused as soon as its button is removed; `generation(of:)` tells the two apart.
@usableFromInline
package struct ButtonSlot: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}
