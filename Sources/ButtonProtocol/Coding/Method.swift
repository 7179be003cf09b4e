/// What a client may call: its name, and what the description of the protocol says of it.
package struct Method: Sendable, CustomStringConvertible {
  package let name: StaticString
  /// The least role that may call it.
  package let requiredRole: Role
  /// A sentence.
  package let summary: StaticString
  /// How it may fail, besides with what any method may fail with.
  package let errors: [ErrorReason]
  /// What the daemon says after a subscription.
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
  /// What a change may fail with: a `wait` that runs out, a disk that takes nothing.
  static let change: [ErrorReason] = [.timeout, .notDurable, .fleetUnavailable]
  /// What a press may fail with.
  static let press: [ErrorReason] = [.notFound, .disabled, .guarded, .derivedKey] + change
}
