import TestSupport
import Testing

/// Gives a suite one daemon with the shipped plugins and the probes, for all its cases in turn.
struct LiveDaemon: SuiteTrait, TestScoping {
  /// The socket of the suite's daemon, within the suite.
  @TaskLocal static var socketPath = ""
  /// The folder of its configuration, `buttond.yaml`.
  @TaskLocal static var configurationFolder = ""

  /// The configuration it starts with: the built-in theme, a folder for others, and frames that wait for a plugin
  /// also on a busy machine.
  static let usualConfiguration = "themes: [themes]\nframe: {deadline: 5s}\n"

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let shelf = PluginShelf()
    try ProbePlugin.add(to: shelf)
    try await LiveDaemon.run(shelf.arguments, performing: function)
    withExtendedLifetime(shelf) {}
  }

  /// Runs a suite within a daemon that is started with some arguments more.
  static func run(
    _ arguments: [String], performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = TemporaryFolder()
    try Folder.make(folder.file("themes"))
    let configuration = folder.write(Self.usualConfiguration, to: "buttond.yaml")
    let daemon = try DaemonProcess(["--config", configuration] + arguments, plugins: .all)
    try daemon.waitForPlugins()
    try await LiveDaemon.$configurationFolder.withValue(folder.path) {
      try await LiveDaemon.$socketPath.withValue(daemon.socketPath) { try await function() }
    }
    withExtendedLifetime((daemon, folder)) {}
  }

  /// A new connection to the suite's daemon.
  static func connect() throws -> TestClient { try TestClient(socketPath) }

  /// Leaves the daemon without buttons and state, for the next test.
  static func clear() throws {
    try connect().removeEverything()
  }
}

extension Trait where Self == LiveDaemon {
  /// One daemon for all of a suite.
  static var liveDaemon: LiveDaemon { LiveDaemon() }
}
