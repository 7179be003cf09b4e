/// Why an engine cannot be used: what failed, where, and what to do about it.
package struct RedisEngineError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    case invalidAddress, unreadableSecret, unencrypted
    case unreachable, silent, closed, malformedReply
    case certificate, handshake
    case authentication, forbidden
    case notPrimary, loading, notDurable, full, unfit
    case missingLibrary, otherLibrary, missingScope, otherFormat, altered
    case refused
  }

  package let code: Code
  /// The engine's address as it was given, or the file.
  package let place: String
  package let message: String
  package let advice: String
  /// Nobody to connect to, or nobody who replied. An engine that has replied was not out of reach,
  /// whatever became of it then.
  package var isOutOfReach = false

  /// Advice for a scope in a configuration, and for an administrator's command with options.
  static let secretAdvice =
    "write it to a file of mode 0600 and name that by `secret` of the scope, or with --secret"

  package init(_ code: Code, at place: String, _ message: String, advice: String) {
    self.code = code
    self.place = place
    self.message = message
    self.advice = advice
  }

  /// The engine was there and would not.
  var isRefusal: Bool {
    switch code {
    case .invalidAddress, .unreadableSecret, .unencrypted, .unreachable, .silent, .closed,
      .certificate, .handshake:
      false
    case .malformedReply, .authentication, .forbidden, .notPrimary, .loading, .notDurable, .full,
      .unfit, .missingLibrary, .otherLibrary, .missingScope, .otherFormat, .altered, .refused:
      true
    }
  }
}

extension RedisEngineError: CustomStringConvertible {
  package var description: String { "\(place): \(message); \(advice)" }
}
