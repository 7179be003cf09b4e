import ArgumentParser

/// `buttonctl buttons`: the buttons and how they look.
struct ButtonsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttons", abstract: "Define buttons, and see how they look.",
    subcommands: [
      ButtonsListCommand.self, ButtonsGetCommand.self, ButtonsDefineCommand.self,
      ButtonsPatchCommand.self, ButtonsRemoveCommand.self, ButtonsWatchCommand.self,
      ButtonsExplainCommand.self, ButtonsExportCommand.self, ButtonsImportCommand.self,
      ButtonsNeedsUpdateCommand.self,
    ])
}
