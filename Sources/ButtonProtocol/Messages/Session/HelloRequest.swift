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
