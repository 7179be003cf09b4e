package import ButtonModel

package struct ActionsDoneRequest: Request, Hashable {
  package typealias Response = ActionsDoneResponse
  package static let method = Method(
    "actions.done", for: .write,
    "Ends a delivery, and applies operations to keys of its scope in the same step.",
    errors: [.notFound, .fleetUnavailable])

  package var subscription = ""
  package var delivery = ""
  package var operations: [StateOperation] = []

  package init() {}

  package init(subscription: String, delivery: String, operations: [StateOperation] = []) {
    self.subscription = subscription
    self.delivery = delivery
    self.operations = operations
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required("delivery", &delivery, "As `action.triggered` has it.")
    try fields.optional(
      "operations", &operations, default: [],
      "Their keys are of the delivery's scope.")
  }
}

package struct ActionsDoneResponse: Message, Hashable {
  package var outcome = ""
  package var fleet: FleetMark?

  package init() {}

  package init(outcome: String, fleet: FleetMark?) {
    self.outcome = outcome
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(
      "outcome", &outcome, as: .choice(["done", "lost"]),
      "`lost`: the delivery was another's meanwhile, and nothing was applied.")
    try fields.optional("fleet", &fleet, "Where it was done.")
  }
}
