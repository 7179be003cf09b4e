/// What is wrong with bytes from the worker channel.
package struct MalformedFrame: Error, Equatable, CustomStringConvertible {
  package let what: String
  /// Where reading stopped, from the payload's start (from the header's for errors in the header).
  package let offset: Int

  package init(_ what: StaticString, at offset: Int) {
    self.what = what.description
    self.offset = offset
  }

  package var description: String { "malformed frame: \(what) at byte \(offset)" }
}
