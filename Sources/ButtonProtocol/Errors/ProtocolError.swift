/// What a request is answered with when it fails.
///
/// The message says what failed and what to do about it; everything else is for programs.
package struct ProtocolError: Error, Hashable, Sendable {
  package var reason: ErrorReason
  package var message: String
  /// Where in the request the mistake is, for example `params.values.checkout.itemCount`.
  package var path: String?
  /// The name of the limit that was reached, as `hello` reports it.
  package var limit: String?
  /// The value of that limit.
  package var value: Int?
  /// The revision at which things stand, where it helps: after a conflict or a timeout.
  package var revision: UInt64?
  /// Whether the change stands in memory although the request failed.
  package var applied: Bool?
  /// The number of a request to the fleet whose outcome can be asked for.
  package var request: String?
  /// Further mistakes in the same value, which only readers of files report.
  package var others: [ProtocolError] = []

  /// The error and the further ones.
  package var all: [ProtocolError] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// An error with a reason and a message, and a path where one applies.
  package init(_ reason: ErrorReason, _ message: String, path: String? = nil) {
    self.reason = reason
    self.message = message
    self.path = path
  }

  /// A parameter that cannot be taken.
  package static func invalidParams(_ message: String, path: String? = nil) -> ProtocolError {
    ProtocolError(.invalidParams, message, path: path)
  }

  /// Something named in the request does not exist.
  package static func notFound(_ message: String, path: String? = nil) -> ProtocolError {
    ProtocolError(.notFound, message, path: path)
  }

  /// A limit is reached: its name as in `hello`'s `limits`, and its value.
  package static func limitExceeded(
    _ limit: String, value: Int, _ message: String, path: String? = nil
  ) -> ProtocolError {
    var error = ProtocolError(.limitExceeded, message, path: path)
    error.limit = limit
    error.value = value
    return error
  }

  /// `ifRevision` did not hold; `revision` is the present one.
  package static func conflict(_ message: String, revision: UInt64) -> ProtocolError {
    var error = ProtocolError(.conflict, message, path: "params.ifRevision")
    error.revision = revision
    return error
  }
}
