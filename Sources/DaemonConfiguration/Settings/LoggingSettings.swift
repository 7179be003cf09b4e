package import ButtonProtocol
package import JSONRPC

/// What is logged, and how; nil where nothing is said.
package struct LoggingSettings: Hashable, Sendable, JSONDecodable {
  package var level: LogLevel?
  package var format: LogFormat?

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    try json.allowOnly(["level", "format"])
    level = try members.optional("level")
    format = try members.optional("format")
  }
}
