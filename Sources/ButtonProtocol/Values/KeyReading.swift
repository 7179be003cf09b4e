package import ButtonModel
package import JSONRPC

/// Something that was read to make a look: a state key, or a token of the theme.
package struct KeyReading: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// The state key; nil for a token.
  package var key: UTF8String?
  /// The theme's token; nil for a key.
  package var token: UTF8String?
  /// The revision in which the key changed last; nil for a token.
  package var revision: UInt64?

  package init(key: UTF8String, revision: UInt64) {
    self.key = key
    self.revision = revision
  }

  package init(token: UTF8String) { self.token = token }

  /// The name as plugins read it.
  package var name: String {
    key?.string ?? token.map { "theme.\($0)" } ?? ""
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    key = try members.optional("key")
    token = try members.optional("token")
    revision = try members.optional("revision")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("key", ifPresent: key)
    writer.member("token", ifPresent: token)
    writer.member("revision", ifPresent: revision)
    writer.endObject()
  }
}
