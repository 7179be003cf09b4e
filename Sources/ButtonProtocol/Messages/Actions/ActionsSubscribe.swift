package import ButtonModel

package struct ActionsSubscribeRequest: Request, Hashable {
  package typealias Response = ActionsSubscribeResponse
  package static let method = Method(
    "actions.subscribe", for: .press, "Subscribes to actions of buttons.",
    notifies: ActionTriggeredNotification.self)

  /// How long a delivery may stay undone, in milliseconds.
  package static let claimTimes: ClosedRange<UInt64> = 1_000...3_600_000

  package var match = Match.everything
  package var isOfFleet = false
  package var group: String?
  package var claimAfterMs: UInt64?

  package init() {}

  package init(match: Match) { self.match = match }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("match", &match, default: .everything)
    try fields.flag("fleet", &isOfFleet, "Also what other daemons' buttons of a scope perform.")
    try fields.optional(
      "group", &group,
      "Each action of the fleet goes to one subscriber of the group, until it says `actions.done`.")
    try fields.optional(
      "claimAfterMs", &claimAfterMs,
      "A delivery that is not done by then goes to another; 30,000 if missing.")
  }

  package var spec: ActionSubscriptionSpec {
    ActionSubscriptionSpec(match: match, isOfFleet: isOfFleet, group: group)
  }
}

package struct ActionsSubscribeResponse: Message, Hashable {
  package var subscription = ""

  package init() {}

  package init(subscription: String) { self.subscription = subscription }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
  }
}

package struct ActionTriggeredNotification: Notification, Hashable {
  package static let method: StaticString = "action.triggered"
  package static let summary: StaticString = "A button performed its action."

  package var subscription = ""
  package var id = ""
  package var name: String?
  package var payload: StateValue?
  package var item: String?
  package var client: String?
  package var revision: UInt64 = 0
  package var press: UInt64?
  package var missed: Int?
  package var scope: String?
  package var delivery: String?
  package var isRedelivered = false

  package init() {}

  package init(
    subscription: String, id: String, name: String?, payload: StateValue?, client: String?,
    revision: UInt64, item: String? = nil, press: UInt64? = nil
  ) {
    self.subscription = subscription
    self.id = id
    self.name = name
    self.item = item
    self.payload = payload
    self.client = client
    self.revision = revision
    self.press = press
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional("name", &name, "The name in the button's action.")
    try fields.optional("payload", &payload, "The payload in the button's action.")
    try fields.optional("item", &item, as: .buttonID, "The entry of the menu that was chosen.")
    try fields.optional("client", &client, "As the one that pressed called itself.")
    try fields.required(.revision, &revision, as: .revision)
    try fields.optional(
      "press", &press, as: .press, "What `state.set` names to be a part of the press's release.")
    try fields.optional(.missed, &missed, "Actions before this one that nobody took.")
    try fields.optional("scope", &scope, as: .scopeName, "The fleet's, that performed it.")
    try fields.optional("delivery", &delivery, "What `actions.done` ends.")
    try fields.flag(
      "redelivered", &isRedelivered, "It was delivered before, and may have been done in part.")
  }
}
