import ButtonProtocol
package import JSONRPC

extension ClientError {
  /// A kind of failure: a number for machines and a word for people.
  ///
  /// Open, because a daemon may be newer than its client.
  public struct Code: Hashable, Sendable {
    /// The number on the wire; 0 for failures on the client's side.
    public let number: Int

    /// The word, for example `conflict`.
    public let reason: String

    /// A code that this library does not name.
    public init(number: Int, reason: String) {
      self.number = number
      self.reason = reason
    }

    /// No daemon listens at the path.
    public static let noDaemon = Code(number: 0, reason: "noDaemon")
    /// The connection ended before an answer came.
    public static let connectionLost = Code(number: 0, reason: "connectionLost")
    /// No daemon came back, or it did not answer, in the time that a request waits for that.
    public static let unanswered = Code(number: 0, reason: "timeout")
    /// This client was closed.
    public static let closed = Code(number: 0, reason: "closed")
    /// The task that waited was cancelled; the change may have been applied nevertheless.
    public static let cancelled = Code(number: 0, reason: "cancelled")
    /// The path cannot belong to a socket.
    public static let unusablePath = Code(number: 0, reason: "unusablePath")
    /// The socket's folder may be somebody else's.
    public static let untrustedFolder = Code(number: 0, reason: "untrustedFolder")
    /// The request is not JSON, or nested more deeply than the daemon reads.
    public static let unsendable = Code(number: 0, reason: "unsendable")
    /// The daemon sent something that this library does not understand.
    public static let unexpectedAnswer = Code(number: 0, reason: "unexpectedAnswer")

    /// There is no method of that name.
    public static let methodNotFound = Code(.methodNotFound)
    /// A parameter is missing, of the wrong type or out of range; `path` names it.
    public static let invalidParams = Code(.invalidParams)
    /// No such key, button, style, plugin or subscription.
    public static let notFound = Code(.notFound)
    /// The revision did not match; nothing was applied.
    public static let conflict = Code(.conflict)
    /// The connection's role does not allow it.
    public static let forbidden = Code(.forbidden)
    /// A limit is reached.
    public static let limitExceeded = Code(.limitExceeded)
    /// The plugin of a style or handler is missing.
    public static let pluginUnavailable = Code(.pluginUnavailable)
    /// A `sync` or `wait` timed out; the change stays applied.
    public static let timeout = Code(.timeout)
    /// The button is disabled or busy.
    public static let disabled = Code(.disabled)
    /// The condition of the button's action does not hold.
    public static let guarded = Code(.guarded)

    init(_ reason: ErrorReason) {
      self.init(number: reason.code, reason: reason.rawValue)
    }
  }

  /// The daemon's refusal, copied from its line.
  package init(_ refusal: RPCErrorView) {
    let number = Int(refusal.code.number)
    let word =
      refusal.code.reason.isEmpty ? ErrorReason(code: number)?.rawValue : refusal.code.reason
    self.init(
      Code(number: number, reason: word ?? "error \(number)"), refusal.message?.string ?? "",
      path: refusal.path?.string)
  }
}
