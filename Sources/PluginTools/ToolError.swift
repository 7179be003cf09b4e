package import ButtonClient

package struct ToolError: Error, Hashable, CustomStringConvertible {
  /// What failed, on what, and what to do about it; one sentence without a full stop.
  package let message: String

  /// Set for an error of a daemon or the client.
  package private(set) var code: ClientError.Code?

  package init(_ message: String) { self.message = message }

  init(_ error: ClientError) {
    message = error.message
    code = error.code
  }

  static func unusable(_ message: String) -> ToolError {
    ToolError(ClientError(.unsendable, message))
  }

  package var description: String { message }
}
