package import ButtonModel

package struct ButtonsTriggerRequest: Request, Hashable {
  package typealias Response = ButtonsTriggerResponse
  package static let method = Method(
    "buttons.trigger", for: .press, "Performs a button's action, as a keyboard would.",
    errors: .press)

  package var id = ""
  package var gesture: TimedGesture?
  package var wait: Wait?

  package init() {}

  package init(id: String, gesture: TimedGesture? = nil, wait: Wait? = nil) {
    self.id = id
    self.gesture = gesture
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional("gesture", &gesture, "Performs the action of that gesture.")
    try fields.optional(.wait, &wait)
  }
}

package struct ButtonsTriggerResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var fleet: FleetMark?

  package init() {}

  package init(revision: UInt64, fleet: FleetMark? = nil) {
    self.revision = revision
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.optional("fleet", &fleet, "Where keys are shared.")
  }
}
