import ButtonModel
import ButtonProtocol
import JSONRPC

/// An action as it travels over the fleet: what subscribers to actions get.
struct ActionRecord: WireObject {
  var id = ""
  var group: String?
  var name: String?
  var payload: StateValue?
  var client: String?

  init() {}

  init(_ button: ButtonDefinition, client: String?) {
    id = button.id
    group = button.group
    name = button.action?.name
    payload = button.action?.payload
    self.client = client
  }

  /// Nil for any other text, such as one written around the engine's functions.
  init?(_ text: UTF8String) {
    let record = text.bytes.withUnsafeBytes { bytes -> ActionRecord? in
      // The parser owns what it parses.
      let parser = JSONParser()
      return withExtendedLifetime(parser) {
        (try? parser.parse(copying: bytes)).flatMap { try? ActionRecord(json: $0) }
      }
    }
    guard let record,
      UTF8String(record.id).bytes.withUnsafeBytes({ ButtonDefinition.isValidID($0) })
    else { return nil }
    self = record
  }

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id)
    try fields.optional("group", &group)
    try fields.optional("name", &name)
    try fields.optional("payload", &payload)
    try fields.optional("client", &client)
  }

  var text: UTF8String {
    var writer = JSONWriter()
    write(into: &writer)
    return UTF8String(bytes: [UInt8](writer.bytes))
  }
}
