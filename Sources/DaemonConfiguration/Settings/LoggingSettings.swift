package import ButtonProtocol
package import JSONRPC

/// What is logged, and how; nil where nothing is said.
package struct LoggingSettings: Hashable, Sendable, JSONDecodable {
  package var level: LogLevel?
  package var format: LogFormat?

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["level", "format"])
    level = members.optional("level")
    format = members.optional("format")
    try members.check()
  }
}
