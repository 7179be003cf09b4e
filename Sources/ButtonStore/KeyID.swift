/// A state key inside the daemon. Valid from `intern` until `recycleUnused` frees it; no other call
/// frees ids.
@usableFromInline
package struct KeyID: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}
