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
