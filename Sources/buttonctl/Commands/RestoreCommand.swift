import ArgumentParser
import PluginTools

/// `buttonctl restore`: makes the daemon's program put a backup in place.
struct RestoreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore the state of a stopped daemon from a backup.",
    discussion: """
      The backup is checked before anything is replaced; the old files get a dated name in the same \
      folder. It refuses while a daemon uses the folder. Run it as the daemon's user, who then owns \
      the files.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A file that buttonctl backup has written.", completion: .file())
  var file: String

  @Option(help: "The daemon's state folder.", completion: .directory)
  var state: String?

  @Option(help: "The daemon's configuration, which may name the folder.", completion: .file())
  var config: String?

  func validate() throws {
    if state == nil, config == nil {
      throw ValidationError(
        "name the folder that is to be replaced with --state, or the daemon's configuration with --config"
      )
    }
  }

  func run(_ console: Console) async throws {
    let layout = try ToolLayout()
    var words = ["--restore", file] + program.words(of: [.socket])
    if let state { words += ["--state", state] }
    if let config { words += ["--config", config] }
    try OtherProgram.replaceThisOne(by: layout.require(layout.daemon), words)
  }
}
