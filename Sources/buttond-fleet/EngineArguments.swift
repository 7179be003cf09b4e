import ArgumentParser
import ButtonClient
import RedisEngine

/// Which engine, and how to get in.
struct EngineArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The engine: redis://HOST, rediss://USER@HOST:PORT (with TLS) or unix:///PATH.",
      valueName: "address"))
  var engine = "redis://127.0.0.1"

  @Option(
    help: "A file of mode 0600 with the password of the engine's user.", completion: .file())
  var secret: String?

  @Option(
    name: .customLong("ca"),
    help: "A file with the certificates to trust instead of the system's.", completion: .file())
  var authority: String?

  @Flag(help: "Allow a connection in the clear beyond this machine.")
  var plaintext = false

  @Option(help: "Seconds until there must be a connection, 1 to 60.")
  var timeout = 5

  func validate() throws {
    guard (1...60).contains(timeout) else { throw ValidationError("--timeout takes 1 to 60") }
  }

  func options() throws(RedisEngineError) -> EngineOptions {
    var options = EngineOptions(try EngineAddress(engine))
    if let secret { options.secret = try EngineSecret(file: secret) }
    options.authority = authority
    options.allowsPlaintext = plaintext
    options.connectSeconds = timeout
    return options
  }
}

/// The program's standard streams.
let console = StandardStreams(of: "buttond-fleet")

extension AsyncParsableCommand {
  /// Runs the command's work; a failure of the engine is written to standard error and decides the exit
  /// code.
  func reporting(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error as RedisEngineError {
      console.complain("\(error)")
      throw ExitCode(error.exitCode)
    }
  }
}

extension RedisEngineError {
  /// As in the help of the program.
  fileprivate var exitCode: Int32 {
    switch code {
    case .invalidAddress, .unreadableSecret, .unencrypted: 64
    case .unreachable, .silent, .closed, .certificate, .handshake, .loading: 69
    case .malformedReply, .authentication, .forbidden, .notPrimary, .notDurable, .full, .unfit,
      .missingLibrary, .otherLibrary, .missingScope, .otherFormat, .altered, .refused:
      1
    }
  }
}
