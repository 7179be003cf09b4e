/// Why something asked of the daemon did not happen.
public struct ClientError: Error, Hashable, Sendable {
  /// What kind of failure.
  public let code: Code

  /// What failed, on what, and what to do about it.
  public let message: String

  /// Where in the request the mistake is, for example `params.values.checkout.itemCount`.
  public let path: String?

  /// An error; the path only where one applies.
  public init(_ code: Code, _ message: String, path: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// The word for the kind of failure, for example `conflict`.
  public var reason: String { code.reason }

  /// Whether the daemon said so, rather than nobody having been reached.
  public var isRefusal: Bool { code.number != 0 }
}

extension ClientError: CustomStringConvertible {
  /// The message with reason and path.
  public var description: String {
    path.map { "\(message) (\(reason), at \($0))" } ?? "\(message) (\(reason))"
  }
}
