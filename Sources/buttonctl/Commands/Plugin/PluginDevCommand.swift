import ArgumentParser
import PluginTools

/// `buttonctl plugin dev`: shows every look of a plugin, again whenever a source is saved.
struct PluginDevCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev", abstract: "Build a plugin and show all its looks, again on every save.",
    discussion: """
      Runs make in the folder, then the plugin in a private daemon, and prints how every style and \
      handler looks in every state on light and dark displays, without arguments and with the \
      values and examples of its parameters. Whenever a source is saved or state is \
      set, it prints what changes, and redraws all looks: open the page that it names in a \
      browser. If a build fails, the last version stays in use. Without a \
      Makefile, the library itself is watched. The daemon ends when you interrupt the command.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Flag(help: "Show the looks and exit, with 1 if the plugin is unusable or a look is faulty.")
  var once = false

  @Option(
    help: "Draw the looks into this file, .svg or .png, on every change.", completion: .file())
  var picture: String?

  func run(_ console: Console) async throws {
    let reporter = DevelopReporter(console: console, isOnce: once)
    let developer = try PluginDeveloper(folder, in: try ToolLayout(), picture: picture) {
      reporter.show($0)
    }
    let isUsed = try await developer.run(once: once)
    if once && !isUsed { throw ExitCode(1) }
  }
}
