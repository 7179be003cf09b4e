import ButtonClient

/// Why an author's tool cannot do what it was asked.
package struct ToolError: Error, Hashable, CustomStringConvertible {
  /// What failed, on what, and what to do about it; one sentence without a full stop.
  package let message: String

  /// Whether a daemon did not answer.
  package private(set) var isUnanswered = false

  package init(_ message: String) { self.message = message }

  /// What became of a request.
  init(_ error: ClientError) {
    message = error.message
    isUnanswered = error.code == .unanswered
  }

  package var description: String { message }
}
