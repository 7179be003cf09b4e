package struct SetNeedsUpdateConfigurationRequest: Request, Hashable {
  package typealias Response = SetNeedsUpdateConfigurationResponse
  package static let method = Method(
    "buttons.setNeedsUpdateConfiguration", for: .write,
    "Has buttons resolved again for reasons that no key shows.")

  package var match = Match.everything

  package init() {}

  package init(match: Match) { self.match = match }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("match", &match)
  }
}

package struct SetNeedsUpdateConfigurationResponse: Message, Hashable {
  package var buttons = 0

  package init() {}

  package init(buttons: Int) { self.buttons = buttons }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.buttons, &buttons)
  }
}
