package import JSONRPC

/// Asks for the looks of buttons, in order of their ids.
package struct ButtonsGetRequest: Request, Hashable {
  package typealias Response = ButtonsGetResponse
  package static let method: StaticString = "buttons.get"

  package var match: Match
  package var traits: TraitsRequest?
  /// The most buttons in the answer.
  package var limit: Int?
  /// Begin behind this id.
  package var after: String?

  package init(
    match: Match, traits: TraitsRequest? = nil, limit: Int? = nil, after: String? = nil
  ) {
    self.match = match
    self.traits = traits
    self.limit = limit
    self.after = after
  }

  package init(_ members: Members) throws(ProtocolError) {
    match = try members.required("match")
    traits = try members.optional("traits")
    limit = try members.limit()
    after = try members.optional("after")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("match", match)
    writer.member("traits", ifPresent: traits)
    writer.member("limit", ifPresent: limit)
    writer.member("after", ifPresent: after)
  }
}

/// Looks of buttons.
package struct ButtonsGetResponse: Message, Hashable {
  package var epoch: String
  package var tick: UInt64
  package var revision: UInt64
  package var buttons: [LookRecord]
  /// Where to go on: the `after` of the next request.
  package var next: String?

  package init(
    epoch: String, tick: UInt64, revision: UInt64, buttons: [LookRecord], next: String? = nil
  ) {
    self.epoch = epoch
    self.tick = tick
    self.revision = revision
    self.buttons = buttons
    self.next = next
  }

  package init(_ members: Members) throws(ProtocolError) {
    epoch = try members.required("epoch")
    tick = try members.required("tick")
    revision = try members.required("revision")
    buttons = try members.required("buttons")
    next = try members.optional("next")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("epoch", epoch)
    writer.member("tick", tick)
    writer.member("revision", revision)
    writer.member("buttons", buttons)
    writer.member("next", ifPresent: next)
  }
}
