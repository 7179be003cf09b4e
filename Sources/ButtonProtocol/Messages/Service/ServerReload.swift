package import JSONRPC

/// Asks the daemon to read its configuration again.
package struct ServerReloadRequest: Request, Hashable {
  package typealias Response = ServerReloadResponse
  package static let method: StaticString = "server.reload"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}

/// What a configuration that is now in force has changed.
package struct ServerReloadResponse: Message, Hashable {
  package var revision: UInt64
  /// The theme's name.
  package var theme: String
  /// Tokens that are new, gone or have another value.
  package var tokensChanged: Int
  /// Buttons that were defined, and removed.
  package var buttonsDefined: Int
  package var buttonsRemoved: Int
  /// What has no effect, or none before the next start, with its file and place.
  package var warnings: [String]

  package init(
    revision: UInt64, theme: String, tokensChanged: Int = 0, buttonsDefined: Int = 0,
    buttonsRemoved: Int = 0, warnings: [String] = []
  ) {
    self.revision = revision
    self.theme = theme
    self.tokensChanged = tokensChanged
    self.buttonsDefined = buttonsDefined
    self.buttonsRemoved = buttonsRemoved
    self.warnings = warnings
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    theme = try members.required("theme")
    tokensChanged = try members.required("tokensChanged")
    buttonsDefined = try members.required("buttonsDefined")
    buttonsRemoved = try members.required("buttonsRemoved")
    warnings = try members.optional("warnings", default: [])
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("theme", theme)
    writer.member("tokensChanged", tokensChanged)
    writer.member("buttonsDefined", buttonsDefined)
    writer.member("buttonsRemoved", buttonsRemoved)
    if !warnings.isEmpty { writer.member("warnings", warnings) }
  }
}
