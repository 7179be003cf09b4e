/// The error that answers a request. The message says what failed and what to do about it;
/// everything else is for programs.
package struct ProtocolError: Error, Hashable, Sendable {
  package var reason: ErrorReason
  package var message: String
  /// Where the mistake is, for example `params.values.checkout.itemCount`.
  package var path: String?
  /// The name of the limit that was reached, as in `hello`.
  package var limit: String?
  package var value: Int?
  /// The present revision, where it helps: after a conflict or a timeout.
  package var revision: UInt64?
  /// The change stands in memory although the request failed.
  package var applied: Bool?
  /// The number of a fleet request whose outcome can be asked for.
  package var request: String?
  /// Further mistakes in the same value; only readers of files report them.
  package var others: [ProtocolError] = []

  package var all: [ProtocolError] {
    var first = self
    first.others = []
    return [first] + others
  }

  package init(_ reason: ErrorReason, _ message: String, path: String? = nil) {
    self.reason = reason
    self.message = message
    self.path = path
  }

  package static func invalidParams(_ message: String, path: String? = nil) -> ProtocolError {
    ProtocolError(.invalidParams, message, path: path)
  }

  package static func notFound(_ message: String, path: String? = nil) -> ProtocolError {
    ProtocolError(.notFound, message, path: path)
  }

  /// `limit` is the name in `hello`'s `limits`.
  package static func limitExceeded(
    _ limit: String, value: Int, _ message: String, path: String? = nil
  ) -> ProtocolError {
    var error = ProtocolError(.limitExceeded, message, path: path)
    error.limit = limit
    error.value = value
    return error
  }

  package static func conflict(_ message: String, revision: UInt64) -> ProtocolError {
    var error = ProtocolError(.conflict, message, path: "params.ifRevision")
    error.revision = revision
    return error
  }
}
