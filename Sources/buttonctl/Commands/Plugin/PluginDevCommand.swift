import ArgumentParser
import PluginTools

/// `buttonctl plugin dev`: shows every look of a plugin, again whenever a source is saved.
struct PluginDevCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev", abstract: "Build a plugin, show every look of it, and again on every save.",
    discussion: """
      Runs make in the folder, then the plugin in a private daemon, and prints how every style and \
      handler looks in every state on light and dark displays; what changes, whenever a source is saved \
      or state is set. A build that fails leaves the last version in use. Without a Makefile, the \
      library itself is watched. Interrupt it to end the daemon as well.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Flag(help: "Show the looks and end; 1 when it cannot be built or used, or a look has trouble.")
  var once = false

  func run(_ console: Console) async throws {
    let paper = DevelopPaper(console: console, isOnce: once)
    let developer = try PluginDeveloper(folder, in: try ToolLayout()) { paper.show($0) }
    let isUsed = try await developer.run(once: once)
    if once && !isUsed { throw ExitCode(1) }
  }
}
