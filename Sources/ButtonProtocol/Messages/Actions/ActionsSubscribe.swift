package import ButtonModel

/// Subscribes to the actions of buttons.
package struct ActionsSubscribeRequest: Request, Hashable {
  package typealias Response = ActionsSubscribeResponse
  package static let method = Method(
    "actions.subscribe", for: .press, "Subscribes to actions of buttons.",
    notifies: ActionTriggeredNotification.self)

  package var match = Match.everything

  package init() {}

  package init(match: Match) { self.match = match }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("match", &match, default: .everything)
  }

  /// What is asked for.
  package var spec: ActionSubscriptionSpec { ActionSubscriptionSpec(match: match) }
}

/// The beginning of a subscription to actions.
package struct ActionsSubscribeResponse: Message, Hashable {
  package var subscription = ""

  package init() {}

  package init(subscription: String) { self.subscription = subscription }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
  }
}

/// A button performed its action.
package struct ActionTriggeredNotification: Notification, Hashable {
  package static let method: StaticString = "action.triggered"
  package static let summary: StaticString = "A button performed its action."

  package var subscription = ""
  package var id = ""
  package var name: String?
  package var payload: StateValue?
  package var client: String?
  package var revision: UInt64 = 0
  package var missed: Int?

  package init() {}

  package init(
    subscription: String, id: String, name: String?, payload: StateValue?, client: String?,
    revision: UInt64
  ) {
    self.subscription = subscription
    self.id = id
    self.name = name
    self.payload = payload
    self.client = client
    self.revision = revision
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional("name", &name, "The name in the button's action.")
    try fields.optional("payload", &payload, "The payload in the button's action.")
    try fields.optional("client", &client, "As the one that pressed called itself.")
    try fields.required(.revision, &revision, as: .revision)
    try fields.optional(.missed, &missed, "Actions before this one that nobody took.")
  }
}
