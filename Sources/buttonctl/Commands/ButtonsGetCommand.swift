import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl buttons get`: prints the current looks of buttons.
struct ButtonsGetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print how buttons look, with every property.",
    discussion: "Exits with 1 if an id has no button. A pattern may match nothing.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments
  @OptionGroup var display: DisplayOption

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = ButtonsGetRequest(match: buttons.match, traits: display.request)
    var missing = Set(request.match.ids)
    while true {
      let json = try await client.document(request)
      let page: ButtonsGetResponse = try json.decode()
      console.show(json) {
        page.buttons.sorted { $0.id.naturallyPrecedes($1.id) }.map {
          ButtonsGetCommand.text(of: $0, console.columns)
        }.joined(separator: "\n")
      }
      for look in page.buttons { missing.remove(UTF8String(look.id)) }
      guard let next = page.next else { break }
      request.after = next
    }
    for id in missing.map(\.string).naturallySorted() {
      let advice = await Advice.nearest(id, client)
      console.complain("there is no button '\(id)'\(advice)")
    }
    if !missing.isEmpty { throw ExitCode(1) }
  }

  private static func text(of look: WholeLook, _ columns: Int?) -> String {
    var table = Table()
    for member in look.appearance.members {
      table.add("", Table.Cell(member.name.string), Table.Cell(ValueText.text(member.value)))
    }
    if let status = look.status {
      table.add("", "status", Table.Cell(LookLine.trouble(status)))
    }
    let text = table.text(within: columns)
    return text.isEmpty ? look.id : look.id + "\n" + text
  }
}
