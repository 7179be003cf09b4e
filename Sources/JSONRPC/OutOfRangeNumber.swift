/// An integer beyond `Int64` or a number beyond `Double`.
package struct OutOfRangeNumber: Error, Hashable, Sendable {
  /// Such as `.size[2].width`; empty for the value itself. Append it to the value's path.
  package let path: String

  package init(path: String) { self.path = path }
}
