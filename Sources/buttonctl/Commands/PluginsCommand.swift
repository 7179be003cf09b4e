import ArgumentParser

/// `buttonctl plugins`: who decides how buttons look.
struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "See how plugins are doing, and manage them.",
    subcommands: [
      PluginsListCommand.self, PluginsWatchCommand.self, PluginsReloadCommand.self,
      PluginsResetCommand.self, PluginsEnableCommand.self, PluginsDisableCommand.self,
    ])
}
