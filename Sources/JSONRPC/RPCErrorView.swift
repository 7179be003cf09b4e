/// The error of a response, borrowed from the client's parser: valid until the next parse.
package struct RPCErrorView {
  package let code: RPCErrorCode

  /// What failed and what to do about it.
  package let message: JSONString?

  /// Everything else that the server sent about the error.
  package let data: JSONElement?

  init?(_ element: JSONElement) {
    guard let number = element.member("code")?.int, let code = Int32(exactly: number) else {
      return nil
    }
    data = element.member("data")
    message = element.member("message")?.text
    self.code = RPCErrorCode(code, reason: data?.member("reason")?.string ?? "")
  }

  /// The path of the mistake in the request, if the server sent it.
  package var path: JSONString? { data?.member("path")?.text }

  /// A copy that outlives the parser's document, without the details.
  package var retained: RPCError {
    RPCError(code, message?.string ?? "", path: path?.string)
  }
}
