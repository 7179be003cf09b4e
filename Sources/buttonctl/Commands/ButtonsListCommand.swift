import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl buttons list`: which buttons there are.
struct ButtonsListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print which buttons there are.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = ButtonsListRequest(match: buttons.match)
    var table = console.table("ID", "STYLE", "HANDLER", "GROUP", "STATUS")
    table.optionalColumns = [3, 2]
    while true {
      let json = try await client.document(request)
      let page: ButtonsListResponse = try json.decode()
      if console.printsJSON { console.print(json) }
      for button in page.buttons {
        table.add(
          Table.Cell(button.id), Table.Cell(button.style), Table.Cell(button.handler),
          Table.Cell(button.group),
          Table.Cell(
            button.status?.reason ?? (button.isHidden ? "hidden" : "ok"),
            tint: console.tint(button.status == nil ? .good : .bad)))
      }
      guard let next = page.next else { break }
      request.after = next
    }
    table.sort(by: 0)
    if !console.printsJSON { console.print(painted: console.text(of: table)) }
  }
}

/// `buttonctl buttons needs-update`: asks for updates that no tracked dependency covers.
struct ButtonsNeedsUpdateCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "needs-update",
    abstract: "Update the looks of buttons even if no state changed.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  func request() -> SetNeedsUpdateConfigurationRequest {
    SetNeedsUpdateConfigurationRequest(match: buttons.match)
  }

  func text(_ answer: SetNeedsUpdateConfigurationResponse) -> String {
    "\(answer.buttons) \(answer.buttons == 1 ? "button" : "buttons")"
  }
}
