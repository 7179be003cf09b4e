import ArgumentParser
import ButtonClient
import DaemonConfiguration
import FleetLink
import RedisEngine
import StateDatabase

/// `buttond-fleet restore`: fills an empty scope with what a daemon had.
struct ScopeRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Fill an empty scope with what a daemon had of it.",
    usage: "buttond-fleet restore <scope> --from <backup> --config <file> ...",
    discussion: """
      For an engine that has lost a scope, such as by FLUSHALL. --from is a backup of a daemon, which its \
      administrator makes by `buttonctl backup`: best of the one whose REVISION in `buttonctl fleet \
      status` is the highest. --config is its configuration, which says what the scope shares. Wants \
      an administrator of the engine. All of its clients are disconnected at the end, and daemons that \
      knew the history go on in it; what they had accepted meanwhile follows.
      """)

  @OptionGroup var engine: EngineArguments

  @Argument(help: "The name of the scope.", transform: ScopeName.keys)
  var scope: ScopeKeys

  @Option(help: "The backup of a daemon.", completion: .file())
  var from: String

  @Option(help: "That daemon's configuration.", completion: .file())
  var config: String

  func run() async throws {
    let settings = try ScopeSettingsOfFile.settings(of: scope.scope, in: config)
    let backup: ScopeBackup
    do {
      backup = try ScopeBackup(file: from, settings)
    } catch {
      console.complain("\(error)")
      throw ExitCode(64)
    }
    guard let place = backup.place else {
      console.complain(
        "\(from): its daemon never was in the scope \(scope.scope); name another backup")
      throw ExitCode(64)
    }
    try await reporting {
      let connection = try await EngineConnection.connect(try engine.options())
      defer { connection.close() }
      _ = try await connection.checkFitness()
      try await connection.checkLibrary()
      try await connection.restore(scope, backup.values, at: place)
      try await connection.closeOthers()
      console.print(
        "scope \(scope.scope): \(backup.values.count) keys of revision \(place.cursor.revision) are"
          + " back, id \(place.id)")
    }
  }
}

/// A scope in a daemon's configuration.
enum ScopeSettingsOfFile {
  /// What the file says of it; ends the program if that cannot be read.
  static func settings(of scope: String, in file: String) throws -> FleetScopeSettings {
    let fleet: FleetSettings?
    do {
      fleet = try ConfigurationLoader().settings(file).fleet
    } catch {
      console.complain("\(error)")
      throw ExitCode(78)
    }
    guard let found = fleet?.scopes.first(where: { $0.name == scope }) else {
      console.complain("\(file): it names no scope \(scope) under fleet.scopes")
      throw ExitCode(78)
    }
    return found
  }
}
