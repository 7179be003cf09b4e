import ArgumentParser

/// `buttonctl actions`: what buttons do.
struct ActionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions", abstract: "Watch what buttons do.",
    subcommands: [ActionsWatchCommand.self])
}
