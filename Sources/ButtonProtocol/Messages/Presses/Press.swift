package import ButtonModel

package struct PressBeganRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method = Method(
    "press.began", for: .press,
    "A finger, a pen or a mouse went down on a button; inside without a place. x and y go together.",
    errors: .press)

  package var id = ""
  package var location: PressLocation?
  package var wait: Wait?

  package init() {}

  package init(id: String, location: PressLocation? = nil, wait: Wait? = nil) {
    self.id = id
    self.location = location
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.location(&location)
    try fields.optional(.wait, &wait)
  }
}

package struct PressMovedRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method = Method(
    "press.moved", for: .press, "It is somewhere else.", errors: .press)

  package var id = ""
  package var location = PressLocation.corner
  package var wait: Wait?

  package init() {}

  package init(id: String, location: PressLocation, wait: Wait? = nil) {
    self.id = id
    self.location = location
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.location(&location)
    try fields.optional(.wait, &wait)
  }
}

/// Performs the action if the press was on the button till then.
package struct PressEndedRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method = Method(
    "press.ended", for: .press,
    "It was lifted, here or where it was last. x and y go together.", errors: .press)

  package var id = ""
  package var location: PressLocation?
  package var wait: Wait?

  package init() {}

  package init(id: String, location: PressLocation? = nil, wait: Wait? = nil) {
    self.id = id
    self.location = location
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.location(&location)
    try fields.optional(.wait, &wait)
  }
}

/// The press came to nothing, for example because a scroll began with it.
package struct PressCancelledRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method = Method(
    "press.cancelled", for: .press, "It came to nothing.", errors: .press)

  package var id = ""
  package var wait: Wait?

  package init() {}

  package init(id: String, wait: Wait? = nil) {
    self.id = id
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional(.wait, &wait)
  }
}

/// Where this connection's press of the button is now.
package struct PressResponse: Message, Hashable {
  package var phase = PressPhase.inactive
  package var fleet: FleetMark?

  package init() {}

  package init(phase: PressPhase, fleet: FleetMark? = nil) {
    self.phase = phase
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("phase", &phase)
    try fields.optional("fleet", &fleet, "Where its action changed shared keys.")
  }
}
