import ArgumentParser

/// `buttonctl state`: the facts that buttons follow.
struct StateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Read, change and watch state.",
    subcommands: [
      StateGetCommand.self, StateSetCommand.self, StateUpdateCommand.self, StateWatchCommand.self,
    ])
}
