package import ButtonClient

/// Why an author's tool cannot do what it was asked.
package struct ToolError: Error, Hashable, CustomStringConvertible {
  /// What failed, on what, and what to do about it; one sentence without a full stop.
  package let message: String

  /// What a daemon has to do with it, or the client; nil for anything else.
  package private(set) var code: ClientError.Code?

  package init(_ message: String) { self.message = message }

  /// What became of a request.
  init(_ error: ClientError) {
    message = error.message
    code = error.code
  }

  /// Something that was named cannot be used.
  static func unusable(_ message: String) -> ToolError {
    ToolError(ClientError(.unsendable, message))
  }

  package var description: String { message }
}
