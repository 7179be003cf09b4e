import ArgumentParser

/// `buttonctl plugin`: from nothing to a plugin that others can install.
struct PluginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Write plugins, and install them.",
    subcommands: [
      PluginNewCommand.self, PluginDevCommand.self, PluginPackCommand.self, PluginInstallCommand.self,
    ])
}
