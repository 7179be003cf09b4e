package import ButtonModel
package import JSONRPC

package struct ButtonsDefineRequest: Request, Hashable {
  package typealias Response = ButtonsDefineResponse
  package static let method = Method(
    "buttons.define", for: .write,
    "Defines buttons, all or nothing; one that exists is replaced.",
    errors: [.notFound, .configurationRequired, .pluginUnavailable] + .change)

  package var buttons: [ButtonDefinition] = []
  package var wait: Wait?
  /// What was read and has no effect, with its path; not written.
  package var warnings: [String] = []

  package init() {}

  package init(buttons: [ButtonDefinition], wait: Wait? = nil) {
    self.buttons = buttons
    self.wait = wait
  }

  /// Creates the request from definitions that were read before.
  package init(_ list: DefinitionList, params: JSONElement?) throws(ProtocolError) {
    (buttons, warnings) = (list.definitions, list.warnings)
    do { wait = try Members(params).optional(.wait) } catch { throw error.under("params") }
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    var list = DefinitionList(buttons)
    try fields.required(.buttons, &list)
    (buttons, warnings) = (list.definitions, list.warnings)
    try fields.optional(.wait, &wait)
  }
}

package struct ButtonsDefineResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var defined: [String] = []
  package var warnings: [String] = []
  package var fleet: FleetMark?

  package init() {}

  package init(revision: UInt64, defined: [String], warnings: [String], fleet: FleetMark? = nil) {
    self.revision = revision
    self.defined = defined
    self.warnings = warnings
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required("defined", &defined)
    try fields.optional(
      "warnings", &warnings, default: [], "What was accepted and has no effect, with its path.")
    try fields.optional("fleet", &fleet)
  }
}

/// A message's definitions.
package struct DefinitionList: FieldValue {
  package private(set) var definitions: [ButtonDefinition]
  /// What was read and has no effect, with its path in the params of a request.
  package private(set) var warnings: [String] = []

  package static var schema: Schema { .list(.reference("Definition")) }

  package init(_ definitions: [ButtonDefinition]) { self.definitions = definitions }

  package init(json: JSONElement) throws(ProtocolError) {
    guard json.isArray else { throw .wrongType(json, expected: "an array") }
    definitions = []
    definitions.reserveCapacity(json.count)
    for json in json.elements { try append(json) }
  }

  package mutating func append(_ json: JSONElement) throws(ProtocolError) {
    do {
      var reader = DefinitionReader(path: "params.buttons[\(definitions.count)]")
      definitions.append(try reader.definition(json))
      warnings += reader.warnings
    } catch {
      throw error.under(index: definitions.count)
    }
  }

  package func write(into writer: inout JSONWriter) { definitions.write(into: &writer) }
}
