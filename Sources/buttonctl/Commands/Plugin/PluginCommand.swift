import ArgumentParser

/// `buttonctl plugin`: from nothing to a plugin that others can install.
struct PluginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Write plugins, check, pack and install them.",
    subcommands: [
      PluginNewCommand.self, PluginDevCommand.self, PluginCheckCommand.self,
      PluginPackCommand.self, PluginInstallCommand.self, PluginUninstallCommand.self,
    ])
}
