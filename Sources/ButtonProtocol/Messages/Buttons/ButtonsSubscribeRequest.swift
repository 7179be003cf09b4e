package import ButtonModel
package import JSONRPC

/// Subscribes to the looks of buttons.
package struct ButtonsSubscribeRequest: Request, Hashable {
  package typealias Response = ButtonsSubscribeResponse
  package static let method: StaticString = "buttons.subscribe"

  package var match: Match
  package var traits: TraitsRequest?
  /// The frame up to which the client knows everything.
  package var since: TickMark?
  package var form: UpdateForm
  /// The most frames a second; nil is every frame.
  package var maxRate: Double?

  package init(
    match: Match, traits: TraitsRequest? = nil, since: TickMark? = nil, form: UpdateForm = .full,
    maxRate: Double? = nil
  ) {
    self.match = match
    self.traits = traits
    self.since = since
    self.form = form
    self.maxRate = maxRate
  }

  package init(_ members: Members) throws(ProtocolError) {
    match = try members.required("match")
    traits = try members.optional("traits")
    since = try members.optional("since")
    form = try members.optional("form", default: .full)
    maxRate = try members.optional("maxRate")
    if let rate = maxRate, rate < 0.001 {
      throw .invalidParams(
        "must be at least 0.001 frames a second; leave it out for all of them",
        path: "maxRate")
    }
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("match", match)
    writer.member("traits", ifPresent: traits)
    writer.member("since", ifPresent: since)
    if form != .full { writer.member("form", form) }
    writer.member("maxRate", ifPresent: maxRate)
  }

  /// What is asked for, with the daemon's traits for those left out.
  package func spec(defaults: Traits) -> SubscriptionSpec {
    SubscriptionSpec(
      match: match, traits: traits?.filled(from: defaults) ?? defaults, form: form,
      maxRate: maxRate)
  }
}
