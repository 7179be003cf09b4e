package struct ButtonsGetRequest: Request, Hashable {
  package typealias Response = ButtonsGetResponse
  package static let method = Method("buttons.get", for: .read, "Looks of buttons, by id.")

  package var match = Match.everything
  package var traits: TraitsRequest?
  package var limit: Int?
  package var after: String?

  package init() {}

  package init(
    match: Match, traits: TraitsRequest? = nil, limit: Int? = nil, after: String? = nil
  ) {
    self.match = match
    self.traits = traits
    self.limit = limit
    self.after = after
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("match", &match)
    try fields.optional("traits", &traits)
    try fields.page(&limit, &after)
  }
}

package struct ButtonsGetResponse: Message, Hashable {
  package var epoch = ""
  package var tick: UInt64 = 0
  package var revision: UInt64 = 0
  package var buttons: [WholeLook] = []
  package var next: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.tick, &tick, as: .tick)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.buttons, &buttons)
    try fields.next(&next)
  }
}
