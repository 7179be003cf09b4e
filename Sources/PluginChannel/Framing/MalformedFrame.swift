/// What is wrong with bytes that came over the worker channel.
package struct MalformedFrame: Error, Equatable, CustomStringConvertible {
  /// The part that could not be read, and why.
  package let what: String
  /// The byte at which reading stopped, counted from the start of the payload (of the header for header faults).
  package let offset: Int

  /// A fault found at a byte of the frame.
  package init(_ what: StaticString, at offset: Int) {
    self.what = what.description
    self.offset = offset
  }

  package var description: String { "malformed frame: \(what) at byte \(offset)" }
}
