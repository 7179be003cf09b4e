/// Limits of the revision, the number of a change set.
package enum Revision {
  /// The highest that the store can represent.
  package static let maximum: UInt64 = 1 << 48 - 1
  /// The highest that a file may contain. A daemon that continues from it has 2⁴⁴ left, half a
  /// million a second for a year.
  package static let maximumKept: UInt64 = maximum - 1 << 44
}
