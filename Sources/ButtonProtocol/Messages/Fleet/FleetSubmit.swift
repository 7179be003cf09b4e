package import ButtonModel

package struct FleetOutcomesRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.outcomes", for: .fleet, "What the engine answers requests.", errors: [.notFound],
    notifies: FleetSubmitNotification.self)

  package static let maximumOutcomes = 4_096

  package struct Outcome: WireObject, Hashable {
    package var request = ""
    package var answer: UTF8String = ""

    package init() {}

    package init(request: String, answer: UTF8String) {
      self.request = request
      self.answer = answer
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("request", &request, as: .requestNumber)
      try fields.required(
        "answer", &answer, "As the engine has it, such as `ok 12` or `dup ok 12`.")
    }
  }

  package var scope = ""
  package var session: UInt32 = 0
  package var outcomes: [Outcome] = []

  package init() {}

  package init(scope: String, session: UInt32, outcomes: [Outcome]) {
    self.scope = scope
    self.session = session
    self.outcomes = outcomes
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.required("outcomes", &outcomes, as: BoundedListForm(most: Self.maximumOutcomes))
  }
}

/// `fleet.outcomes` answers it.
package struct FleetSubmitNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.submit"
  package static let summary: StaticString =
    "Hand these requests to the engine, in this order; each is one atomic step there."

  /// One step on one key; the argument is text.
  package struct Operation: WireObject, Hashable {
    package var kind = ""
    package var key: UTF8String = ""
    package var argument: UTF8String?

    package init() {}

    package init(kind: String, key: UTF8String, argument: UTF8String?) {
      self.kind = kind
      self.key = key
      self.argument = argument
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required(
        "kind", &kind, as: .choice(["set", "remove", "increment", "toggle", "append"]))
      try fields.required("key", &key)
      try fields.optional("argument", &argument, "The text of canonical JSON.")
    }
  }

  /// What the fleet delivers in the same step.
  package struct Action: WireObject, Hashable {
    package var button: UTF8String = ""
    package var text: UTF8String = ""
    package var limit = 0

    package init() {}

    package init(button: UTF8String, text: UTF8String, limit: Int) {
      self.button = button
      self.text = text
      self.limit = limit
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("button", &button, "The id of the button.")
      try fields.required("text", &text, "What is delivered, as the text of JSON.")
      try fields.required("limit", &limit, "The most actions that wait for a group.")
    }
  }

  package struct Done: WireObject, Hashable {
    package var delivery: UInt64 = 0
    package var action = ""
    package var group: UTF8String = ""
    package var consumer: UTF8String = ""

    package init() {}

    package init(delivery: UInt64, action: String, group: UTF8String, consumer: UTF8String) {
      self.delivery = delivery
      self.action = action
      self.group = group
      self.consumer = consumer
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("delivery", &delivery, "The action's number.")
      try fields.required(
        "action", &action, as: .requestNumber,
        "The request that performed it, without which the delivery is lost.")
      try fields.required("group", &group, "The group that it was delivered to.")
      try fields.required("consumer", &consumer, "The member of the group that has it.")
    }
  }

  package struct Submitted: WireObject, Hashable {
    package var request = ""
    package var oldestOpen: UInt64 = 0
    package var condition: FleetPosition?
    package var operations: [Operation] = []
    package var action: Action?
    package var done: Done?

    package init() {}

    package init(
      request: String, oldestOpen: UInt64, condition: FleetPosition?, operations: [Operation],
      action: Action? = nil, done: Done? = nil
    ) {
      self.request = request
      self.oldestOpen = oldestOpen
      self.condition = condition
      self.operations = operations
      self.action = action
      self.done = done
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("request", &request, as: .requestNumber)
      try fields.required(
        "oldestOpen", &oldestOpen, "The lowest number of the life whose outcome may be asked for.")
      try fields.optional(
        "condition", &condition, "None of the keys may have changed after this place.")
      try fields.required("operations", &operations, "With nothing else, none uses the number up.")
      try fields.optional("action", &action, "Tell the fleet in the same step.")
      try fields.optional(
        "done", &done, "End this delivery in the same step, or do nothing when it is lost.")
    }
  }

  package var scope = ""
  package var session: UInt32 = 0
  package var requests: [Submitted] = []

  package init() {}

  package init(scope: String, session: UInt32, requests: [Submitted]) {
    self.scope = scope
    self.session = session
    self.requests = requests
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.required("requests", &requests)
  }
}
