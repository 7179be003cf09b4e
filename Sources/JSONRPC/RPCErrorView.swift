/// The error of a response as its client reads it: borrowed, valid until the next parse.
package struct RPCErrorView {
  /// What kind of error.
  package let code: RPCErrorCode

  /// What to do about it.
  package let message: JSONString?

  /// Everything else the server says about it.
  package let data: JSONElement?

  init?(_ element: JSONElement) {
    guard let number = element.member("code")?.int, let code = Int32(exactly: number) else {
      return nil
    }
    data = element.member("data")
    message = element.member("message")?.text
    self.code = RPCErrorCode(code, reason: data?.member("reason")?.string ?? "")
  }

  /// Where in the request, if the server says so.
  package var path: JSONString? { data?.member("path")?.text }

  /// A copy that outlives the parser's document; its details are left behind.
  package var retained: RPCError {
    RPCError(code, message?.string ?? "", path: path?.string)
  }
}
