import ArgumentParser

/// `buttonctl plugins`: who decides how buttons look.
struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "See how plugins are doing.",
    subcommands: [PluginsListCommand.self])
}
