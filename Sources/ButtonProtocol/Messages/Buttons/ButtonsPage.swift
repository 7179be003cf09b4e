package import ButtonModel

/// Asks for a page of something of buttons, in order of ids; the response's type says what.
package struct ButtonsPageRequest<Response: ButtonsPageResponse>: Request, Hashable {
  package static var method: Method { Response.method }

  package var match: Match?
  package var limit: Int?
  package var after: String?

  package init() {}

  package init(match: Match?) { self.match = match }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("match", &match, "All buttons without it.")
    try fields.page(&limit, &after)
  }
}

package protocol ButtonsPageResponse: Message {
  static var method: Method { get }
}

package typealias ButtonsListRequest = ButtonsPageRequest<ButtonsListResponse>

package typealias ButtonsDefinitionsRequest = ButtonsPageRequest<ButtonsDefinitionsResponse>

package struct ButtonsListResponse: ButtonsPageResponse, Hashable {
  package static let method = Method(
    "buttons.list", for: .read, "Which buttons there are, by id.")

  package var buttons: [ButtonListing] = []
  package var next: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.buttons, &buttons)
    try fields.next(&next)
  }
}

/// Has what `buttons.define` takes.
package struct ButtonsDefinitionsResponse: ButtonsPageResponse, Hashable {
  package static let method = Method(
    "buttons.definitions", for: .read, "How buttons are defined, by id.")

  package var revision: UInt64 = 0
  package var buttons: [ButtonDefinition] = []
  package var next: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    var list = DefinitionList(buttons)
    try fields.required(.buttons, &list)
    buttons = list.definitions
    try fields.next(&next)
  }
}
