import ArgumentParser
import ButtonClient
import ButtonProtocol
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
    var document = DefinitionsDocument()
    while true {
      let page = try await client.document(request)
      page.read { page in
        guard let buttons = page.member(.buttons), buttons.isArray else { return }
        for definition in buttons.elements { document.add(definition) }
      }
      guard let next = page.read({ $0.member(.next)?.string }) ?? nil else { break }
      request.after = next
    }
    document.print(on: console)
  }
}
