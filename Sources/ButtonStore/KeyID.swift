/// The number that stands for a state key's name inside the daemon.
///
/// Valid from `intern` until `recycleUnused` gives it back; no other call ever frees an id.
@usableFromInline
package struct KeyID: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}
