import ArgumentParser
import ButtonClient
import DaemonConfiguration
import FleetLink
import RedisEngine

/// `buttond-fleet run`: joins a daemon to the engines of its scopes.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Join a daemon to the engines of its scopes.",
    discussion: """
      Reads `fleet` of the daemon's configuration, connects to the daemon's socket and to the engine of \
      each scope, and again whenever that ends. It keeps nothing: it may be stopped at any time, and \
      reads a changed configuration when it is started again.
      """)

  @Option(help: "The daemon's configuration.", completion: .file())
  var config: String

  @Option(
    help: "The daemon's socket; by default that of the configuration, or as buttonctl finds it.",
    completion: .file())
  var socket: String?

  @Flag(help: "Try each engine once, say what is wrong, and end.")
  var check = false

  func run() async throws {
    let settings: DaemonSettings
    do {
      settings = try ConfigurationLoader().settings(config)
    } catch {
      console.complain("\(error)")
      throw ExitCode(78)
    }
    guard let scopes = settings.fleet?.scopes, !scopes.isEmpty else {
      console.complain("\(config): it names no scope under fleet.scopes")
      throw ExitCode(78)
    }
    if check { return try await checkEngines(scopes) }
    let path: SocketPath
    do {
      path = try SocketPath.standard(socket ?? settings.socket)
    } catch {
      throw ValidationError(error.message)
    }
    try await FleetService(
      socket: path, scopes: scopes, name: settings.fleet?.name ?? HostName.own
    ).run()
  }

  /// Exit code 0 if each engine has its scope, and would take changes.
  private func checkEngines(_ scopes: [FleetScopeSettings]) async throws {
    var failed = false
    for scope in scopes {
      do {
        let settings = try SessionSettings(scope)
        guard let keys = ScopeKeys(scope.name) else { continue }
        let head = try await ScopeSession.check(keys, settings)
        console.print("scope \(scope.name): \(settings.location), revision \(head.revision)")
      } catch {
        console.complain("scope \(scope.name): \(error)")
        failed = true
      }
    }
    if failed { throw ExitCode(1) }
  }
}

/// Lines for the journal.
enum FleetLog {
  static func write(_ subject: String, _ line: String) {
    console.complain("\(subject): \(line)")
  }
}
