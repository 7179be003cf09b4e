/// What kind of value an element is.
@usableFromInline
package enum JSONKind: UInt8, Hashable, Sendable {
  case object, array, string, integer, outOfRangeInteger, double, bool, null
}
