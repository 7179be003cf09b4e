import ArgumentParser
import Glibc
import PluginTools

/// `buttonctl restore`: has the daemon's program put a backup in place.
struct RestoreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup in place of what a stopped daemon has kept.",
    discussion: """
      The backup is examined before anything is replaced; what was there gets a dated name in the same \
      folder. While a daemon runs on the folder it is refused. The folder is found as the daemon finds \
      it: --state, else that of the configuration, else the system's place for it. Run it as the \
      daemon's user: the files belong to whoever restores them.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A file that buttonctl backup has written.", completion: .file())
  var file: String

  @Option(help: "The daemon's state folder.", completion: .directory)
  var state: String?

  @Option(help: "The daemon's configuration, which may name the folder.", completion: .file())
  var config: String?

  func run(_ console: Console) async throws {
    let layout = try ToolLayout()
    var words = [try layout.require(layout.daemon), "--restore", file]
    if let state { words += ["--state", state] }
    if let config { words += ["--config", config] }
    var arguments = words.map { strdup($0) } + [nil]
    execv(words[0], &arguments)
    throw ToolError("\(words[0]) cannot be started: \(String(cString: strerror(errno)))")
  }
}
