package import JSONRPC

/// A client introduces itself; optional, and nothing depends on it.
package struct HelloRequest: Request, Hashable {
  package typealias Response = HelloResponse
  package static let method: StaticString = "hello"

  /// The most bytes of a client's name.
  package static let maximumNameBytes = 255

  /// The client's name, for logs and for `action.triggered`.
  package var client: String
  /// Capabilities without which the client cannot work; one that is missing is an error.
  package var require: [String]
  /// Capabilities that the client would use.
  package var want: [String]
  /// Lowers what this connection may do, for good.
  package var role: Role?

  package init(client: String, require: [String] = [], want: [String] = [], role: Role? = nil) {
    self.client = client
    self.require = require
    self.want = want
    self.role = role
  }

  package init(_ members: Members) throws(ProtocolError) {
    client = try members.required("client")
    guard client.utf8.count <= HelloRequest.maximumNameBytes else {
      throw .limitExceeded(
        "nameBytes", value: HelloRequest.maximumNameBytes,
        "a client's name has at most \(HelloRequest.maximumNameBytes) bytes, this one "
          + "\(client.utf8.count)", path: "client")
    }
    let count = (members.value("require")?.count ?? 0) + (members.value("want")?.count ?? 0)
    try Match.checkCount(count, of: "hello", "names of capabilities")
    require = try members.optional("require", default: [])
    want = try members.optional("want", default: [])
    role = try members.optional("role")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("client", client)
    if !require.isEmpty { writer.member("require", require) }
    if !want.isEmpty { writer.member("want", want) }
    writer.member("role", ifPresent: role)
  }
}

/// The daemon introduces itself.
package struct HelloResponse: Message, Hashable {
  package var server: String
  /// The daemon's version.
  package var version: String
  /// The version of this protocol.
  package var protocolVersion: Int
  /// A string of this daemon's life; revisions and ticks of another one mean nothing.
  package var epoch: String
  package var revision: UInt64
  package var tick: UInt64
  /// When changes survive a crash; nil from a server that does not say.
  package var durability: Durability?
  /// What this connection may do.
  package var role: Role
  package var capabilities: [String]
  package var limits: Limits

  package init(
    server: String, version: String, protocolVersion: Int, epoch: String, revision: UInt64,
    tick: UInt64, durability: Durability? = nil, role: Role, capabilities: [String],
    limits: Limits
  ) {
    self.server = server
    self.version = version
    self.protocolVersion = protocolVersion
    self.epoch = epoch
    self.revision = revision
    self.tick = tick
    self.durability = durability
    self.role = role
    self.capabilities = capabilities
    self.limits = limits
  }

  package init(_ members: Members) throws(ProtocolError) {
    server = try members.required("server")
    version = try members.required("version")
    protocolVersion = try members.required("protocol")
    epoch = try members.required("epoch")
    revision = try members.required("revision")
    tick = try members.required("tick")
    durability = try members.optional("durability")
    role = try members.required("role")
    capabilities = try members.required("capabilities")
    limits = try members.required("limits")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("server", server)
    writer.member("version", version)
    writer.member("protocol", protocolVersion)
    writer.member("epoch", epoch)
    writer.member("revision", revision)
    writer.member("tick", tick)
    writer.member("durability", ifPresent: durability)
    writer.member("role", role)
    writer.member("capabilities", capabilities)
    writer.member("limits", limits)
  }
}
