import ArgumentParser
import PluginTools

/// A command of the program that knows the engines of fleets.
protocol FleetProgramCommand: ToolCommand {
  /// The options of this program that the command of that one has, too.
  static var shared: Set<SharedOption> { get }

  var words: [String] { get }
}

extension FleetProgramCommand {
  static var shared: Set<SharedOption> { [] }

  func run(_ console: Console) async throws {
    let name = Self.configuration.commandName ?? ""
    try OtherProgram.replaceThisOne(
      by: ToolLayout().fleet(), [name] + program.words(of: Self.shared) + words)
  }
}

/// `buttonctl fleet list`: which daemons there are.
struct FleetListCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print which daemons share the scopes now.",
    discussion: """
      As somebody who may read the engine's password; `buttonctl fleet list --help` has the options.
      """)

  static let shared: Set<SharedOption> = [.json]

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "Names of scopes, and options.")
  var words: [String] = []
}

/// `buttonctl fleet init`: makes an engine ready.
struct FleetInitCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make an engine ready: load the functions, make scopes.",
    discussion: "As an administrator of the engine; `buttonctl fleet init --help` has the options.")

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "Names of scopes, and options.")
  var words: [String] = []
}

/// `buttonctl fleet user`: prints how to make a daemon's user in the engine.
struct FleetUserCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Print the engine's commands that make a daemon's user.",
    discussion: "`buttonctl fleet user --help` has the options.")

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "The user's name, and options.")
  var words: [String] = []
}

/// `buttonctl fleet run`: joins a daemon to its engines.
struct FleetRunCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Join a daemon to the engines of its scopes.",
    discussion: """
      What buttond-fleet.service runs; with --check it tries each engine once. `buttonctl fleet run \
      --help` has the options.
      """)

  static let shared: Set<SharedOption> = [.socket]

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "Options.")
  var words: [String] = []
}
