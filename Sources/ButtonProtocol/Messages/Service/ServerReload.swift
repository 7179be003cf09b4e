package struct ServerReloadRequest: Request, Hashable {
  package typealias Response = ServerReloadResponse
  package static let method = Method(
    "server.reload", for: .admin, "Reads the configuration again.",
    errors: [.invalidConfiguration])

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

package struct ServerReloadResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var theme = ""
  package var tokensChanged = 0
  package var buttonsDefined = 0
  package var buttonsRemoved = 0
  package var warnings: [String] = []

  package init() {}

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

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required("theme", &theme, "The theme's name.")
    try fields.required(
      "tokensChanged", &tokensChanged, "Tokens that are new, gone or have another value.")
    try fields.required("buttonsDefined", &buttonsDefined)
    try fields.required("buttonsRemoved", &buttonsRemoved)
    try fields.optional(
      "warnings", &warnings, default: [],
      "What has no effect, or none before the next start, with its file and place.")
  }
}
