package import ButtonModel
package import JSONRPC

package struct ButtonsPatchRequest: Request, Hashable {
  package typealias Response = ButtonsPatchResponse
  package static let method = Method(
    "buttons.patch", for: .write,
    "Changes some of a definition: a JSON Merge Patch beside id and wait.",
    errors: [.notFound, .configurationRequired, .pluginUnavailable] + .change)

  package var id = ""
  /// The patch as the text of an object; an `id` or a `wait` in it is ignored.
  package var patch: UTF8String = "{}"
  package var wait: Wait?

  package init() {}

  package init(id: String, patch: UTF8String, wait: Wait? = nil) {
    self.id = id
    self.patch = patch
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.rest(&patch, as: PatchForm())
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional(.wait, &wait)
  }
}

/// A merge patch as the text of an object.
package struct PatchForm: FieldForm {
  package var schema: Schema { .reference("DefinitionPatch") }

  package func read(_ json: JSONElement) throws(ProtocolError) -> UTF8String {
    try UTF8String(canonical: json)
  }

  package func write(_ patch: UTF8String, into writer: inout JSONWriter) {
    let inner = patch.bytes.drop { $0 != UInt8(ascii: "{") }.dropFirst()
    let members = inner[..<(inner.lastIndex(of: UInt8(ascii: "}")) ?? inner.endIndex)]
    if members.contains(where: { $0 > UInt8(ascii: " ") }) {
      members.withUnsafeBytes { writer.value(raw: $0) }
    }
  }
}

package struct ButtonsPatchResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var warnings: [String] = []
  package var fleet: FleetMark?

  package init() {}

  package init(revision: UInt64, warnings: [String], fleet: FleetMark? = nil) {
    self.revision = revision
    self.warnings = warnings
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.optional(
      "warnings", &warnings, default: [], "What was accepted and has no effect, with its path.")
    try fields.optional("fleet", &fleet)
  }
}
