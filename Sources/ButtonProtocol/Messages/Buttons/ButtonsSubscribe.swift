package import ButtonModel
package import JSONRPC

package struct ButtonsSubscribeRequest: Request, Hashable {
  package typealias Response = ButtonsSubscribeResponse
  package static let method = Method(
    "buttons.subscribe", for: .read, "Subscribes to looks of buttons.",
    notifies: ButtonsUpdatedNotification.self)

  package var match = Match.everything
  package var traits: TraitsRequest?
  package var since: TickMark?
  package var form = UpdateForm.full
  package var maxRate: Double?

  package init() {}

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

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("match", &match)
    try fields.optional("traits", &traits)
    try fields.optional("since", &since)
    try fields.optional(
      "form", &form, default: .full,
      as: .described(.json(#"{"type":"string","enum":["full","delta"],"default":"full"}"#)),
      "delta: patches where the client holds the look before.")
    try fields.optional("maxRate", &maxRate, as: FrameRateForm(), "Frames a second at most.")
  }

  /// The daemon's traits stand in for those left out.
  package func spec(defaults: Traits) -> SubscriptionSpec {
    SubscriptionSpec(
      match: match, traits: traits?.filled(from: defaults) ?? defaults, form: form,
      maxRate: maxRate)
  }
}

package struct FrameRateForm: FieldForm {
  package var schema: Schema { .json(#"{"type":"number","minimum":0.001}"#) }

  package func read(_ json: JSONElement) throws(ProtocolError) -> Double {
    let rate = try Double(json: json)
    guard rate >= 0.001 else {
      throw .invalidParams(
        "must be at least 0.001 frames a second; leave it out for all of them")
    }
    return rate
  }
}

package struct ButtonsSubscribeResponse: Message, Hashable {
  package var subscription = ""
  package var epoch = ""
  package var tick: UInt64 = 0
  package var revision: UInt64 = 0
  package var snapshot = false
  package var buttons: [LookRecord] = []
  package var removed: [String] = []
  package var more = false

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.tick, &tick, as: .tick)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(
      .snapshot, &snapshot, "The records are all there are, not only what changed since.")
    try fields.required(.buttons, &buttons)
    try fields.required(.removed, &removed)
    try fields.flag(
      .more, &more, "Further parts follow as `buttons.updated`; draw when one comes without this.")
  }
}

package struct ButtonsUpdatedNotification: Notification, Hashable {
  package static let method: StaticString = "buttons.updated"
  package static let summary: StaticString =
    "A frame: all that changed in a tick among the buttons of a subscription."

  package var subscription = ""
  package var tick: UInt64 = 0
  package var revision: UInt64 = 0
  package var snapshot = false
  package var buttons: [LookRecord] = []
  package var removed: [String] = []
  package var more = false

  package init() {}

  package init(
    subscription: String, tick: UInt64, revision: UInt64, snapshot: Bool = false,
    buttons: [LookRecord], removed: [String], more: Bool = false
  ) {
    self.subscription = subscription
    self.tick = tick
    self.revision = revision
    self.snapshot = snapshot
    self.buttons = buttons
    self.removed = removed
    self.more = more
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(.tick, &tick, as: .tick)
    try fields.required(.revision, &revision, as: .revision)
    try fields.flag(.snapshot, &snapshot, "Drop all you hold first.")
    try fields.required(.buttons, &buttons)
    try fields.required(.removed, &removed)
    try fields.flag(.more, &more, "Further parts follow; draw when one comes without this.")
  }
}
