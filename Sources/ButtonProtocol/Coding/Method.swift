/// What a client may call, as the description of the protocol has it.
package struct Method: Sendable, CustomStringConvertible {
  package let name: StaticString
  package let requiredRole: Role
  package let summary: StaticString
  /// Errors besides those that any method may have.
  package let errors: [ErrorReason]
  /// What a subscription brings.
  package let notification: (any Notification.Type)?

  init(
    _ name: StaticString, for role: Role, _ summary: StaticString, errors: [ErrorReason] = [],
    notifies notification: (any Notification.Type)? = nil
  ) {
    self.name = name
    requiredRole = role
    self.summary = summary
    self.errors = errors
    self.notification = notification
  }

  package var description: String { "\(name)" }
}

extension [ErrorReason] {
  static let change: [ErrorReason] = [.timeout, .notDurable, .fleetUnavailable]
  static let press: [ErrorReason] = [.notFound, .disabled, .guarded, .derivedKey] + change
}
