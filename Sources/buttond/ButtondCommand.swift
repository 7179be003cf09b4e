import ArgumentParser
import Glibc

/// The daemon's command line.
@main
struct ButtondCommand: ParsableCommand {
  /// The daemon's version.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "buttond",
    abstract: "Keeps buttons up to date: state in, resolved looks out.",
    discussion: """
      Prints "listening on PATH" when it is ready. Stops cleanly on SIGTERM and SIGINT.

      Exit codes: 0 clean stop, 1 runtime failure, 64 usage.
      """,
    version: version)

  @Option(help: "The Unix socket to listen on; also BUTTOND_SOCKET.")
  var socket: String?

  @Flag(help: "Keep nothing beyond the life of the daemon.")
  var ephemeral = false

  @Option(name: .customLong("plugins"), help: "A further folder of plugin folders; may be repeated.")
  var pluginFolders: [String] = []

  @Option(help: "trace, debug, info, notice, warning, error or critical.")
  var logLevel: LogLevel = .info

  @Option(help: "text or json.")
  var logFormat: LogFormat = .text

  func run() throws {
    let options = DaemonOptions(
      socketPath: socket, pluginFolders: pluginFolders, logLevel: logLevel, logFormat: logFormat)
    do {
      try Daemon(options).run()
    } catch {
      var standardError = StandardError()
      print("buttond: \(error)", to: &standardError)
      throw ExitCode(1)
    }
  }
}

/// Standard error as a text stream.
struct StandardError: TextOutputStream {
  mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
  }
}
