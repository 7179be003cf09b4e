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

/// The beginning of a subscription to buttons.
package struct ButtonsSubscribeResponse: Message, Hashable {
  package var subscription: String
  package var epoch: String
  package var tick: UInt64
  package var revision: UInt64
  /// The records are all there are, not only what changed since.
  package var snapshot: Bool
  package var buttons: [LookRecord]
  package var removed: [String]
  /// Further parts follow as `buttons.updated`; draw when one comes without this.
  package var more: Bool

  package init(
    subscription: String, epoch: String, tick: UInt64, revision: UInt64, snapshot: Bool,
    buttons: [LookRecord], removed: [String], more: Bool = false
  ) {
    self.subscription = subscription
    self.epoch = epoch
    self.tick = tick
    self.revision = revision
    self.snapshot = snapshot
    self.buttons = buttons
    self.removed = removed
    self.more = more
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    epoch = try members.required("epoch")
    tick = try members.required("tick")
    revision = try members.required("revision")
    snapshot = try members.required("snapshot")
    buttons = try members.required("buttons")
    removed = try members.required("removed")
    more = try members.optional("more", default: false)
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("epoch", epoch)
    writer.member("tick", tick)
    writer.member("revision", revision)
    writer.member("snapshot", snapshot)
    writer.member("buttons", buttons)
    writer.member("removed", removed)
    if more { writer.member("more", true) }
  }
}

/// A frame: everything that changed in one tick among the buttons of a subscription.
package struct ButtonsUpdatedNotification: Notification, Hashable {
  package static let method: StaticString = "buttons.updated"

  package var subscription: String
  package var tick: UInt64
  package var revision: UInt64
  /// Drop everything held before.
  package var snapshot: Bool
  package var buttons: [LookRecord]
  package var removed: [String]
  /// Further parts follow; draw when one comes without this.
  package var more: Bool

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

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    tick = try members.required("tick")
    revision = try members.required("revision")
    snapshot = try members.optional("snapshot", default: false)
    buttons = try members.required("buttons")
    removed = try members.required("removed")
    more = try members.optional("more", default: false)
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("tick", tick)
    writer.member("revision", revision)
    if snapshot { writer.member("snapshot", true) }
    writer.member("buttons", buttons)
    writer.member("removed", removed)
    if more { writer.member("more", true) }
  }
}
