package import ButtonModel

/// `fleet.actions` answers it, and the next are asked for then.
package struct FleetTakeNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.take"
  package static let summary: StaticString =
    "Send the next actions of the scope, once: for a group of consumers, or for all daemons."

  package var scope = ""
  package var session: UInt32 = 0
  package var group: UTF8String?
  package var consumer: UTF8String?
  package var claimAfterMs: UInt64?
  package var after: UInt64?
  package var count = 0

  package init() {}

  package init(scope: String, session: UInt32, count: Int) {
    self.scope = scope
    self.session = session
    self.count = count
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.optional("group", &group, "A group of which each action goes to one consumer.")
    try fields.optional("consumer", &consumer, "What this daemon is in the group.")
    try fields.optional(
      "claimAfterMs", &claimAfterMs, "After how long others' undone actions of the group come, too."
    )
    try fields.optional(
      "after", &after, "Without a group, the last action that is known; missing for none.")
    try fields.required("count", &count, "The most; 0 ends what was asked for before.")
  }
}

package struct FleetActionsRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.actions", for: .fleet, "Actions that were asked for.", errors: [.notFound],
    notifies: FleetTakeNotification.self)

  package static let maximumActions = 64

  package struct Action: WireObject, Hashable {
    package var number: UInt64 = 0
    package var request = ""
    package var isRedelivered = false
    package var text: UTF8String = ""

    package init() {}

    package init(number: UInt64, request: String, isRedelivered: Bool, text: UTF8String) {
      self.number = number
      self.request = request
      self.isRedelivered = isRedelivered
      self.text = text
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("number", &number, "A scope counts its actions from 1.")
      try fields.required(
        "request", &request, as: .requestNumber, "That of the request that performed the action.")
      try fields.flag("redelivered", &isRedelivered, "Another consumer has not done it in time.")
      try fields.required("text", &text, "As the daemon sent it that performed the action.")
    }
  }

  package var scope = ""
  package var session: UInt32 = 0
  package var group: UTF8String?
  package var actions: [Action] = []
  package var last: UInt64 = 0

  package init() {}

  package init(
    scope: String, session: UInt32, group: UTF8String?, actions: [Action], last: UInt64
  ) {
    self.scope = scope
    self.session = session
    self.group = group
    self.actions = actions
    self.last = last
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.optional("group", &group)
    try fields.required("actions", &actions, as: BoundedListForm(most: Self.maximumActions))
    try fields.required("last", &last, "The number of the last of them, or how far the scope is.")
  }
}
