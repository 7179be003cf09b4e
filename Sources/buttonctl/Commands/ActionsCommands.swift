import ArgumentParser
import ButtonClient
import ButtonProtocol

struct ActionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions", abstract: "Watch what buttons do.",
    subcommands: [ActionsWatchCommand.self])
}

struct ActionsWatchCommand: WatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print the actions that buttons perform.",
    discussion: """
      Prints revision, id, name and payload of every action and the client that pressed or \
      triggered it, until it is interrupted.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments
  @OptionGroup var count: CountOption

  var limit: Int? { count.count }

  func elements(_ client: ButtonClient) -> ButtonActions {
    client.actions(ActionsSubscribeRequest(match: buttons.match))
  }

  func show(_ action: ButtonAction, _ console: Console) {
    if action.missed > 0 {
      console.complain("\(action.missed) action(s) before this one came too fast and are lost")
    }
    console.show(action.json) {
      var table = Table()
      table.add(
        "\(action.revision)", Table.Cell(action.id), Table.Cell(action.name),
        Table.Cell(action.payload.map { ValueText.text($0) }),
        Table.Cell(action.client.map { "by \($0)" } ?? ""))
      return table.text
    }
  }
}
