import ArgumentParser
import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import JSONRPC
import RedisEngine

/// `buttond-fleet list`: which daemons share scopes now.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print which daemons share the scopes now.",
    usage: "buttond-fleet list [<options>] [<scopes> ...]",
    discussion: """
      With --config the scopes and engines of a daemon's configuration, else the named scopes of \
      --engine. A daemon says every 15 seconds that it is there, and is listed until it has not for 45 \
      seconds. BEHIND is how many changes it lacked then. Those that may only read a scope are not \
      listed. Exit code 1 if a scope cannot be read.
      """)

  @OptionGroup var engine: EngineArguments

  @Option(help: "A daemon's configuration, with its engines.", completion: .file())
  var config: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Argument(help: "Names of scopes; with --config all of them unless some are named.")
  var scopes: [String] = []

  func validate() throws {
    guard config != nil || !scopes.isEmpty else {
      throw ValidationError("name a scope, or a configuration with --config")
    }
    for scope in scopes { _ = try ScopeName.keys(scope) }
  }

  func run() async throws {
    var listings: [PresenceListing] = []
    for (name, settings) in try settings() {
      guard let keys = ScopeKeys(name) else { continue }
      do {
        let settings = try settings.get()
        listings.append(
          PresenceListing(name, try await ScopeSession.presence(keys, settings)))
      } catch {
        console.complain("scope \(name): \(error)")
        listings.append(PresenceListing(name, message: "\(error)"))
      }
    }
    if json {
      var writer = JSONWriter()
      PresenceListings(scopes: listings).write(into: &writer)
      console.print(String(decoding: writer.bytes, as: UTF8.self))
    } else {
      console.print(PresenceListings(scopes: listings).table)
    }
    if listings.contains(where: { $0.message != nil }) { throw ExitCode(1) }
  }

  /// Returns how each scope's engine is reached.
  private func settings() throws -> [(String, Result<SessionSettings, any Error>)] {
    guard let config else {
      return scopes.map { name in (name, Result { try engine.settings() }) }
    }
    let fleet: FleetSettings?
    do {
      fleet = try ConfigurationLoader().settings(config).fleet
    } catch {
      console.complain("\(error)")
      throw ExitCode(78)
    }
    let all = fleet?.scopes ?? []
    if let unknown = scopes.first(where: { name in !all.contains { $0.name == name } }) {
      console.complain("\(config): it names no scope \(unknown) under fleet.scopes")
      throw ExitCode(78)
    }
    return all.filter { scopes.isEmpty || scopes.contains($0.name) }
      .map { scope in (scope.name, Result { try SessionSettings(scope) }) }
  }
}

extension EngineArguments {
  /// How a scope of that engine is reached.
  fileprivate func settings() throws -> SessionSettings {
    var settings = try SessionSettings(.engine(try EngineAddress(engine)))
    settings.options = try options()
    settings.secretFile = secret
    return settings
  }
}
