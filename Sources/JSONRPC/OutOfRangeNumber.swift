/// A value contains an integer beyond `Int64` or a number beyond `Double`.
package struct OutOfRangeNumber: Error, Hashable, Sendable {
  /// The path of the number inside the value, such as `.size[2].width`; empty for the value itself.
  /// Append it to the value's path.
  package let path: String
}
