import ArgumentParser
import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

/// `buttonctl buttons import`: defines the buttons of a file of buttons.
struct ButtonsImportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Define the buttons of a YAML or JSON file; those that exist are replaced.",
    discussion: """
      The file is one of buttons, as `buttonctl buttons export` prints it and the folder buttons.d holds \
      it: definitions by their ids, or a list of them. It is sent in requests of as many buttons as fit \
      a line; each is taken whole or not at all. When one is refused, those before it stay.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A YAML or JSON file; - is standard input.", completion: .file())
  var file: String

  /// The bytes of a request; the daemon takes lines of 64 KiB at least, and one button in any case.
  private static let requestBytes = 48 << 10

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let definitions = try read()
    var first = 0
    while first < definitions.count {
      var count = 0
      var bytes = 0
      while first + count < definitions.count {
        bytes += definitions[first + count].bytes.count
        if count > 0, bytes > ButtonsImportCommand.requestBytes { break }
        count += 1
      }
      try await define(definitions[first..<first + count], client, console)
      first += count
    }
  }

  private func define(
    _ definitions: ArraySlice<JSONDocument>, _ client: ButtonClient, _ console: Console
  ) async throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("buttons")
    writer.beginArray()
    for definition in definitions {
      definition.bytes.withUnsafeBytes { writer.value(raw: $0) }
    }
    writer.endArray()
    writer.endObject()
    let json = try await client.call("\(ButtonsDefineRequest.method)", JSONDocument(writer))
    let answer: ButtonsDefineResponse = try json.decode()
    console.show(json) { RevisionLine.text(answer.revision, "defined", answer.defined) }
    if !console.printsJSON { for warning in answer.warnings { console.complain(warning) } }
  }

  /// The definitions in the file, each with its id.
  private func read() throws(ClientError) -> [JSONDocument] {
    let bytes = try DocumentArgument.text(of: file)
    let name = file == "-" ? "standard input" : file
    let text: SourceText
    do throws(SourceFault) {
      text = file.hasSuffix(".json") ? try JSONText.read(bytes) : try YAMLText.read(bytes)
    } catch {
      throw ClientError(
        .unsendable, "\(name):\(error.place.line):\(error.place.column): \(error.message)")
    }
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    guard let root = text.json.withUnsafeBytes({ try? parser.parse(copying: $0) }) else {
      throw ClientError(.unsendable, "\(name) cannot be read")
    }
    var definitions: [JSONDocument] = []
    if root.isArray {
      for definition in root.elements { definitions.append(JSONDocument(copying: definition)) }
    } else if root.isObject {
      for (id, definition) in root.members {
        guard definition.isObject else {
          throw ClientError(
            .unsendable, "\(name): '\(id.string)' is no definition: it is no mapping")
        }
        definitions.append(ButtonsImportCommand.named(id, definition))
      }
    } else {
      throw ClientError(
        .unsendable, "\(name): a file of buttons is a mapping of ids to definitions, or a list")
    }
    return definitions
  }

  private static func named(_ id: JSONString, _ definition: JSONElement) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("id")
    writer.string(id)
    for (name, value) in definition.members {
      writer.key(name.bytes)
      writer.copy(value)
    }
    writer.endObject()
    return JSONDocument(writer)
  }
}
