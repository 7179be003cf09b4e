package import JSONRPC

/// Why does a button look as it does?
package struct ButtonsExplainRequest: Request, Hashable {
  package typealias Response = ButtonsExplainResponse
  package static let method: StaticString = "buttons.explain"

  package var id: String
  /// One property of the appearance; nil is all of them.
  package var property: String?
  package var traits: TraitsRequest?

  package init(id: String, property: String? = nil, traits: TraitsRequest? = nil) {
    self.id = id
    self.property = property
    self.traits = traits
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    property = try members.optional("property")
    traits = try members.optional("traits")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("property", ifPresent: property)
    writer.member("traits", ifPresent: traits)
  }
}
