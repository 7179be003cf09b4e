import ArgumentParser
import PluginTools

/// A command that buttond-fleet performs, with the words as they are.
struct FleetProgramCommand<Verb: FleetVerb>: ToolCommand {
  static var configuration: CommandConfiguration {
    let row = Verb.row
    return CommandConfiguration(
      commandName: row.name, abstract: row.abstract,
      discussion: "\(row.about)`buttonctl fleet \(row.name) --help` has the options.")
  }

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough, help: ArgumentHelp(Verb.row.words))
  var words: [String] = []

  func validate() throws {
    if program.json, !Verb.row.shared.contains(.json) {
      throw ValidationError("this command prints no JSON")
    }
  }

  func run(_ console: Console) async throws {
    try OtherProgram.replaceThisOne(
      by: ToolLayout().fleet(), [Verb.row.name] + program.words(of: Verb.row.shared) + words)
  }
}

/// A command of buttond-fleet: its help, and the options that it shares with `buttonctl`.
struct FleetRow {
  let name: String
  let abstract: String
  /// Who runs it, or what for: begins the sentence about its help; may be empty.
  var about = ""
  let words: String
  var shared: Set<SharedOption> = []

  static let byAdministrators = "As an administrator of the engine; "
}

protocol FleetVerb {
  static var row: FleetRow { get }
}

enum FleetList: FleetVerb {
  static let row = FleetRow(
    name: "list", abstract: "Print which daemons share the scopes now.",
    about: "As somebody who may read the engine's password; ",
    words: "Names of scopes, and options.", shared: [.json, .timeout])
}

enum FleetInit: FleetVerb {
  static let row = FleetRow(
    name: "init", abstract: "Make an engine ready: load the functions, make scopes.",
    about: FleetRow.byAdministrators, words: "Names of scopes, and options.", shared: [.timeout])
}

enum FleetEngine: FleetVerb {
  static let row = FleetRow(
    name: "engine", abstract: "Write the configuration, users and certificates of an engine.",
    words: "The machine's name, and options.")
}

enum FleetUser: FleetVerb {
  static let row = FleetRow(
    name: "user", abstract: "Make daemons' users in an engine, or print the commands for it.",
    words: "The users' names, and options.")
}

enum FleetRepair: FleetVerb {
  static let row = FleetRow(
    name: "repair", abstract: "Make scopes whole that somebody has altered in the engine.",
    about: FleetRow.byAdministrators, words: "Names of scopes, and options.", shared: [.timeout])
}

enum FleetRestore: FleetVerb {
  static let row = FleetRow(
    name: "restore", abstract: "Fill an empty scope with what a daemon had of it.",
    about: FleetRow.byAdministrators, words: "The scope's name, and options.", shared: [.timeout])
}

enum FleetRun: FleetVerb {
  static let row = FleetRow(
    name: "run", abstract: "Join a daemon to the engines of its scopes.",
    about:
      "What buttond-fleet.service runs; with --check it tries each engine once. ",
    words: "Options.", shared: [.socket])
}
