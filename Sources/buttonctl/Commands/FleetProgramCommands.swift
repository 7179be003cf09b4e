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

  static let shared: Set<SharedOption> = [.json, .timeout]

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "Names of scopes, and options.")
  var words: [String] = []
}

/// `buttonctl fleet init`: makes an engine ready.
struct FleetInitCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make an engine ready: load the functions, make scopes.",
    discussion: "As an administrator of the engine; `buttonctl fleet init --help` has the options.")

  static let shared: Set<SharedOption> = [.timeout]

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "Names of scopes, and options.")
  var words: [String] = []
}

/// `buttonctl fleet engine`: writes what a machine needs to be an engine.
struct FleetEngineCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Write the configuration, users and certificates of an engine.",
    discussion: "`buttonctl fleet engine --help` has the options.")

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "The machine's name, and options.")
  var words: [String] = []
}

/// `buttonctl fleet user`: makes daemons' users in an engine, or prints how.
struct FleetUserCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Make daemons' users in an engine, or print the commands for it.",
    discussion: "`buttonctl fleet user --help` has the options.")

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "The users' names, and options.")
  var words: [String] = []
}

/// `buttonctl fleet repair`: makes scopes whole.
struct FleetRepairCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Make scopes whole that somebody has altered in the engine.",
    discussion:
      "As an administrator of the engine; `buttonctl fleet repair --help` has the options.")

  static let shared: Set<SharedOption> = [.timeout]

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "Names of scopes, and options.")
  var words: [String] = []
}

/// `buttonctl fleet restore`: fills an empty scope.
struct FleetRestoreCommand: FleetProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Fill an empty scope with what a daemon had of it.",
    discussion:
      "As an administrator of the engine; `buttonctl fleet restore --help` has the options.")

  static let shared: Set<SharedOption> = [.timeout]

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: "The scope's name, and options.")
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
