package import JSONRPC

/// Optional; nothing depends on it.
package struct HelloRequest: Request, Hashable {
  package typealias Response = HelloResponse
  package static let method = Method(
    "hello", for: .read, "Introduces the client; optional.", errors: [.capabilityMissing])

  package static let maximumNameBytes = 255

  package var client = ""
  package var require: [String] = []
  package var want: [String] = []
  package var role: Role?

  package init() {}

  package init(client: String, require: [String] = [], want: [String] = [], role: Role? = nil) {
    self.client = client
    self.require = require
    self.want = want
    self.role = role
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(
      "client", &client, as: ClientNameForm(), "A name for logs and for action.triggered.")
    try fields.optional(
      "require", &require, default: [], "Capabilities without which the client cannot go on.")
    try fields.optional("want", &want, default: [], "Capabilities that it would use.")
    let count = require.count + want.count
    try fields.check { () throws(ProtocolError) in
      try Match.checkCount(count, of: "hello", "names of capabilities")
    }
    try fields.optional("role", &role, "Lowers what this connection may do, for good.")
  }
}

package struct ClientNameForm: FieldForm {
  package var schema: Schema { .text }

  package func read(_ json: JSONElement) throws(ProtocolError) -> String {
    let name = try String(json: json)
    let most = HelloRequest.maximumNameBytes
    guard name.utf8.count <= most else {
      throw .limitExceeded(
        "nameBytes", value: most,
        "a client's name has at most \(most) bytes, this one \(name.utf8.count)")
    }
    return name
  }
}

package struct HelloResponse: Message, Hashable {
  package var server = ""
  package var version = ""
  package var protocolVersion = 0
  package var epoch = ""
  package var revision: UInt64 = 0
  package var tick: UInt64 = 0
  package var durability: Durability?
  package var role = Role.read
  package var capabilities: [String] = []
  package var limits = Limits()

  package init() {}

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

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("server", &server)
    try fields.required("version", &version, "The daemon's version.")
    try fields.required(
      "protocol", &protocolVersion, as: .described(.json(#"{"const":1}"#)),
      "The version of this protocol.")
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.tick, &tick, as: .tick)
    try fields.optional("durability", &durability, "When changes survive a crash.")
    try fields.required("role", &role, "What this connection may do.")
    try fields.required("capabilities", &capabilities)
    try fields.required("limits", &limits)
  }
}
