/// The kind of a JSON value; numbers differ by how they are written.
@usableFromInline
package enum JSONKind: UInt8, Hashable, Sendable {
  case object, array, string, integer, outOfRangeInteger, double, bool, null
}
