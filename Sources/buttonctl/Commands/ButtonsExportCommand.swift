import ArgumentParser
import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

/// `buttonctl buttons export`: the definitions of buttons, as a file of buttons.
struct ButtonsExportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print how buttons are defined, as YAML.",
    discussion: """
      Prints a file of buttons, for the folder buttons.d of the configuration and for `buttonctl \
      buttons import`. With --json it is one JSON object by id, which both accept as well.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = ButtonsDefinitionsRequest(match: buttons.match)
    var writer = JSONWriter()
    writer.beginObject()
    while true {
      let page = try await client.document(request)
      page.read { page in
        guard let buttons = page.member(.buttons), buttons.isArray else { return }
        for definition in buttons.elements { ButtonsExportCommand.write(definition, &writer) }
      }
      guard let next = page.read({ $0.member(.next)?.string }) ?? nil else { break }
      request.after = next
    }
    writer.endObject()
    let json = JSONDocument(writer)
    if console.printsJSON { return console.print(json) }
    let yaml = json.read { YAMLWriter.text(of: $0) } ?? []
    console.print(verbatim: String(decoding: yaml.dropLast(), as: UTF8.self))
  }

  /// Adds a definition under its id.
  private static func write(_ definition: JSONElement, _ writer: inout JSONWriter) {
    guard let id = definition.member(.id)?.string else { return }
    writer.key(id)
    writer.beginObject()
    for (name, value) in definition.members where !(name == "id") {
      writer.key(name.bytes)
      writer.copy(value)
    }
    writer.endObject()
  }
}
