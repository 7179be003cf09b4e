import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC

/// `buttonctl buttons define`: defines the buttons in a JSON file.
struct ButtonsDefineCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "define",
    abstract: "Define buttons, all or nothing; those that exist are replaced.",
    discussion: """
      The file has one definition, an array of them, or an object of definitions by id; all may be \
      the member "buttons" of an object. For YAML: `buttonctl buttons import`.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A JSON file; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let document = try DocumentArgument.file(
      file, advice: "; for YAML: `buttonctl buttons import`")
    guard let definitions = document.read({ ButtonsDefineCommand.definitions($0) }) ?? nil else {
      throw ClientError(
        .unsendable,
        "\(file): a definition is an object; give one, an array of them, or an object of them by id"
      )
    }
    try await console.define(definitions[...], wait: wait.moment, on: client)
  }

  /// The definitions in a file; nil when there are none.
  private static func definitions(_ file: JSONElement) -> [JSONDocument]? {
    let buttons = file.isObject ? file.member(.buttons) ?? file : file
    if buttons.isArray { return buttons.elements.map { JSONDocument(copying: $0) } }
    guard buttons.isObject else { return nil }
    guard isByID(buttons) else { return [JSONDocument(copying: buttons)] }
    return buttons.members.map { JSONDocument(definition: $0.value, id: $0.key) }
  }

  /// Whether an object has definitions by id, as in files of buttons. In a definition, `style` is a
  /// string.
  private static func isByID(_ buttons: JSONElement) -> Bool {
    let definitions = buttons.members.map { $0.value }
    return definitions.allSatisfy { $0.isObject }
      && definitions.contains { $0.member("style") != nil }
  }
}

extension Console {
  /// Defines buttons in one request and prints what came of it.
  func define(
    _ definitions: ArraySlice<JSONDocument>, wait: Wait? = nil, on client: ButtonClient
  ) async throws {
    let params = JSONDocument { writer in
      writer.key(.buttons)
      writer.beginArray()
      for definition in definitions {
        definition.bytes.withUnsafeBytes { writer.value(raw: $0) }
      }
      writer.endArray()
      writer.member(.wait, ifPresent: wait)
    }
    let json = try await client.call("\(ButtonsDefineRequest.method)", params)
    if printsJSON { return print(json) }
    let answer: ButtonsDefineResponse = try json.decode()
    print(RevisionLine.text(answer.revision, "defined", answer.defined))
    for warning in answer.warnings { complain(warning) }
  }
}

extension JSONDocument {
  /// A definition with its id, which stood before it in a file.
  init(definition: JSONElement, id: JSONString) {
    self.init { writer in
      writer.key(.id)
      writer.string(id)
      for (name, value) in definition.members {
        writer.key(name.bytes)
        writer.copy(value)
      }
    }
  }
}
