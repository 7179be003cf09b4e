import ArgumentParser

/// `buttonctl plugin`: tools for those who write plugins.
struct PluginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Write plugins: no daemon is needed.",
    subcommands: [PluginCheckCommand.self])
}
