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
      The file has definitions by id or a list of them, as `buttonctl buttons export` prints it and \
      the folder buttons.d has it. Each request has as many buttons as fit a line, and is accepted \
      whole or not at all. When one is refused, those before it stay.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A YAML or JSON file; - is standard input.", completion: .file())
  var file: String

  /// The most bytes of a request with several buttons; the daemon accepts lines of at least 64 KiB.
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
      try await console.define(definitions[first..<first + count], on: client)
      first += count
    }
  }

  /// The definitions in the file, each with its id.
  private func read() throws(ClientError) -> [JSONDocument] {
    let bytes = try DocumentArgument.text(of: file)
    let name = file == "-" ? "standard input" : file
    let text: SourceText
    do throws(TextFault) {
      text = file.hasSuffix(".json") ? try StrictJSON.read(bytes) : try YAMLText.read(bytes)
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
            .unsendable, "\(name): the definition of '\(id.string)' is not a mapping")
        }
        definitions.append(JSONDocument(definition: definition, id: id))
      }
    } else {
      throw ClientError(
        .unsendable, "\(name): a file of buttons is a mapping of ids to definitions, or a list")
    }
    return definitions
  }
}
