import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

/// Definitions by id, as a file of them: what prints how buttons or groups are defined.
struct DefinitionsDocument: ~Copyable {
  private var writer = JSONWriter()

  init() { writer.beginObject() }

  /// Adds a definition under its id, which it returns; nil, without effect, for one without an id.
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

  /// Prints all of them, as JSON where that is asked for, else as YAML.
  consuming func print(on console: Console) {
    writer.endObject()
    let json = JSONDocument(writer)
    if console.printsJSON { return console.print(json) }
    let yaml = json.read { YAMLWriter.text(of: $0) } ?? []
    console.print(verbatim: String(decoding: yaml.dropLast(), as: UTF8.self))
  }
}
