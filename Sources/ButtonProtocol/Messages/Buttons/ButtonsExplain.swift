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

/// How a button came to look as it does.
package struct ButtonsExplainResponse: Message, Hashable {
  package var id: String
  package var epoch: String
  package var tick: UInt64
  package var revision: UInt64
  package var style: String
  package var handler: String?
  /// How often the button was passed over since it was defined first.
  package var resolves: UInt64
  package var status: LookStatus?
  /// What made it dirty last.
  package var dirty: DirtyCause
  /// What its plugins did, in the order in which they ran.
  package var plugins: [PluginPass]
  package var properties: [PropertyExplanation]

  package init(
    id: String, epoch: String, tick: UInt64, revision: UInt64, style: String, handler: String?,
    resolves: UInt64, status: LookStatus?, dirty: DirtyCause, plugins: [PluginPass],
    properties: [PropertyExplanation]
  ) {
    self.id = id
    self.epoch = epoch
    self.tick = tick
    self.revision = revision
    self.style = style
    self.handler = handler
    self.resolves = resolves
    self.status = status
    self.dirty = dirty
    self.plugins = plugins
    self.properties = properties
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    epoch = try members.required("epoch")
    tick = try members.required("tick")
    revision = try members.required("revision")
    style = try members.required("style")
    handler = try members.optional("handler")
    resolves = try members.optional("resolves", default: 0)
    status = try members.optional("status")
    dirty = try members.required("dirty")
    plugins = try members.optional("plugins", default: [])
    properties = try members.required("properties")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("epoch", epoch)
    writer.member("tick", tick)
    writer.member("revision", revision)
    writer.member("style", style)
    writer.member("handler", ifPresent: handler)
    writer.member("resolves", resolves)
    writer.member("status", ifPresent: status)
    writer.member("dirty", dirty)
    writer.member("plugins", plugins)
    writer.member("properties", properties)
  }
}
