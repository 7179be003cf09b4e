package import ButtonProtocol
import Glibc

/// Why a request to the daemon failed.
public struct ClientError: Error, Hashable, Sendable {
  /// What kind of failure.
  public let code: Code

  /// What failed, on what, and what to do about it.
  public let message: String

  /// Where the mistake in the request is, for example `params.values.checkout.itemCount`.
  public let path: String?

  /// An error; the path only where one applies.
  public init(_ code: Code, _ message: String, path: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// The word for the kind of failure, for example `conflict`.
  public var reason: String { code.reason }

  /// Whether the daemon refused, rather than could not be reached or understood.
  public var isRefusal: Bool { code.number != 0 }
}

extension ClientError {
  /// What the system says of an error number, that of the last call unless one is given.
  package static func systemMessage(_ number: Int32 = errno) -> String {
    String(cString: strerror(number))
  }
}

extension ClientError {
  /// How to mend it where a program needs this role.
  package func advice(needing role: Role) -> String {
    switch code {
    case .noDaemon, .unusablePath, .untrustedFolder:
      "Start the daemon, or name its socket with --socket."
    case _ where isRefusal: "Give the user the role \(role.rawValue)."
    default: "See why:\nbuttonctl doctor"
    }
  }
}

extension ClientError: CustomStringConvertible {
  /// The message with reason and path.
  public var description: String {
    path.map { "\(message) (\(reason), at \($0))" } ?? "\(message) (\(reason))"
  }
}
