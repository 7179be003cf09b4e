import ArgumentParser
import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

/// `buttonctl buttons define`: defines the buttons in a file.
struct ButtonsDefineCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "define",
    abstract: "Define buttons, all or nothing; those that exist are replaced.",
    discussion: """
      The file has one definition, a list of them, or definitions by id; all may be the member \
      "buttons". What is not YAML or JSON by its name is read as either. When the daemon refuses it, \
      every mistake is printed with its line. For more buttons than a request may have: `buttonctl \
      buttons import`.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A YAML or JSON file; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let file = try DefinitionFile(file, console)
    try await file.explainingRefusals(on: console) {
      try await console.define(file.definitions[...], wait: wait.moment, on: client)
    }
  }
}

/// A file of buttons that a command sends to the daemon.
struct DefinitionFile {
  private let file: ButtonFile
  /// The definitions, each with its id.
  let definitions: [JSONDocument]

  /// Reads a file, and says what is null in it; `-` is standard input.
  init(_ path: String, _ console: Console) throws(ClientError) {
    let name = path == "-" ? "standard input" : path
    let bytes = try DocumentArgument.text(of: path)
    do throws(ConfigurationError) {
      file = try ButtonFile(name, bytes)
    } catch {
      throw ClientError(.unsendable, "\(error)")
    }
    if file.isEmpty { throw ClientError(.unsendable, "\(name) is empty") }
    var definitions: [JSONDocument] = []
    for (id, definition) in file.definitions {
      guard let id else {
        definitions.append(JSONDocument(copying: definition))
        continue
      }
      guard definition.isObject else {
        throw ClientError(.unsendable, "\(name): the definition of '\(id)' is not a mapping")
      }
      definitions.append(JSONDocument(definition: definition, id: id))
    }
    self.definitions = definitions
    for warning in file.warnings { console.complain("\(warning)") }
  }

  /// Sends it. Of a refusal that is about the definitions themselves, prints every mistake with
  /// its place.
  func explainingRefusals(
    on console: Console, _ send: () async throws -> Void
  ) async throws {
    do {
      try await send()
    } catch let error as ClientError where error.isRefusal {
      let mistakes = file.mistakes()
      if mistakes.isEmpty { throw error }
      for mistake in mistakes { console.complain("\(mistake)") }
      throw ExitCode(1)
    }
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
  init(definition: JSONElement, id: String) {
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
