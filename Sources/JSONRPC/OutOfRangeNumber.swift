/// A value holds a number that does not fit 64 signed bits, or not a `Double`.
package struct OutOfRangeNumber: Error, Hashable, Sendable {
  /// Where in the value, to be put behind the value's own path: empty, or for example
  /// `.size[2].width`.
  package let path: String
}
