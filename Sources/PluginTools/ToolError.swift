/// Why an author's tool cannot do what it was asked.
package struct ToolError: Error, Hashable, CustomStringConvertible {
  /// What failed, on what, and what to do about it; one sentence without a full stop.
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
