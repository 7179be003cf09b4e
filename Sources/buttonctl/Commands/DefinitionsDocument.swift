import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

/// Definitions by id: how buttons or groups are defined.
struct DefinitionsDocument: ~Copyable {
  private var writer = JSONWriter()

  init() { writer.beginObject() }

  /// Returns the definition's id; nil, without effect, if it has none.
  @discardableResult
  mutating func add(_ definition: JSONElement) -> String? {
    guard let id = definition.member(.id)?.string else { return nil }
    writer.key(id)
    writer.beginObject()
    for (name, value) in definition.members where !(name == "id") {
      writer.key(name.bytes)
      writer.copy(value)
    }
    writer.endObject()
    return id
  }

  /// As JSON if asked for, else as YAML.
  consuming func print(on console: Console) {
    writer.endObject()
    let json = JSONDocument(writer)
    if console.printsJSON { return console.print(json) }
    let yaml = json.read { YAMLWriter.text(of: $0) } ?? []
    console.print(verbatim: String(decoding: yaml.dropLast(), as: UTF8.self))
  }
}
