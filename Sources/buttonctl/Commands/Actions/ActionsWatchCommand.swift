import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl actions watch`: actions as they are performed.
struct ActionsWatchCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print the actions that buttons perform.",
    discussion: """
      Prints revision, id, name and payload of every action and who pressed or triggered it, until \
      it is interrupted.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  @Option(help: "End after that many actions.")
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is at least 1") }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    Interruption.endsProgram()
    var left = count
    for try await action in client.actions(ActionsSubscribeRequest(match: buttons.match)) {
      if action.missed > 0 {
        console.complain("\(action.missed) action(s) before this one came too fast and are lost")
      }
      console.show(action.json) { ActionsWatchCommand.text(action) }
      left = left.map { $0 - 1 }
      if left == 0 { return }
    }
  }

  private static func text(_ action: ButtonAction) -> String {
    var table = Table()
    table.add(
      "\(action.revision)", Table.Cell(action.id), Table.Cell(action.name),
      Table.Cell(action.payload.map { ValueText.text($0) }),
      Table.Cell(action.client.map { "by \($0)" } ?? ""))
    return table.text
  }
}
