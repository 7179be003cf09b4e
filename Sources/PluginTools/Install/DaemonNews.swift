package import ButtonClient
import ButtonProtocol
import Glibc

/// What a running daemon makes of a plugin that was just installed.
package enum DaemonNews: Hashable, Sendable {
  case noDaemon
  /// It runs these files.
  case running
  /// It keeps what it had, or nothing, for a reason.
  case refused(String)
  /// It has not found them: it looks elsewhere.
  case notFound
  case silent

  /// Asks until it is clear, for a few seconds at most.
  package static func after(
    _ outcome: PluginInstaller.Outcome, socket: String?, patience: SilenceWatch.Patience
  ) async throws(ClientError) -> DaemonNews {
    let client: ButtonClient
    do throws(ClientError) {
      client = try ButtonClient(path: try SocketPath.standard(socket), silence: patience)
    } catch {
      return error.code == .unanswered ? .silent : .noDaemon
    }
    defer { client.close() }
    do throws(ClientError) {
      return try await after(outcome, client)
    } catch {
      return switch error.code {
      case .connectionLost: .noDaemon
      case .unanswered: .silent
      default: .refused(error.message)
      }
    }
  }

  /// The word for programs.
  package var word: String {
    switch self {
    case .noDaemon: "none"
    case .running: "running"
    case .refused: "refused"
    case .notFound: "notFound"
    case .silent: "silent"
    }
  }

  package var isTrouble: Bool {
    switch self {
    case .noDaemon, .running: false
    case .refused, .notFound, .silent: true
    }
  }

  package var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }

  package var isSilent: Bool {
    if case .silent = self { true } else { false }
  }

  package func text(_ outcome: PluginInstaller.Outcome, _ root: String) -> String {
    switch self {
    case .noDaemon: "no daemon runs; the next one that looks there finds it"
    case .running: "the daemon that runs has taken it up"
    case .silent: "the daemon that runs does not answer; `buttonctl doctor` says why"
    case .refused(let why):
      "the daemon does not take these files up, and goes on with those before: \(why). Its next start loads "
        + "these: replace them before that"
    case .notFound:
      "the daemon that runs does not look in \(root): start it again, with --plugins \(root) unless "
        + "that is one of its folders"
    }
  }

  private static let attempts = 100
  private static let pause: useconds_t = 50_000

  private static func after(
    _ outcome: PluginInstaller.Outcome, _ client: ButtonClient
  ) async throws(ClientError) -> DaemonNews {
    for _ in 0..<attempts {
      let plugins = try await client.send(PluginsListRequest()).listings
      if let plugin = plugins.first(where: { $0.id == outcome.id }) {
        guard plugin.path.hasPrefix(outcome.folder + "/") else { return .notFound }
        // It may not have noticed yet, or be busy with the new files: this waits for the outcome.
        do throws(ClientError) {
          try await client.reloadPlugin(outcome.id)
        } catch {
          guard error.isRefusal else { throw error }
          return .refused(reason(error.message))
        }
        return try await settled(outcome, client)
      }
      usleep(pause)
    }
    return .notFound
  }

  /// Leaves out the words about what was in force: there may be nothing.
  private static func reason(_ message: String) -> String {
    let words = "not reloaded, what was in force stays: "
    guard let place = message.firstRange(of: words) else { return message }
    return String(message[place.upperBound...])
  }

  /// Waits until the plugin's worker runs, or will not. The daemon limits how long a start may
  /// take; a worker that keeps restarting gets a few seconds.
  private static func settled(
    _ outcome: PluginInstaller.Outcome, _ client: ButtonClient
  ) async throws(ClientError) -> DaemonNews {
    var restarting = 0
    while true {
      let plugins = try await client.send(PluginsListRequest()).listings
      guard let plugin = plugins.first(where: { $0.id == outcome.id }) else { return .notFound }
      switch plugin.state {
      case "running": return .running
      case "restarting" where restarting < attempts: restarting += 1
      case "starting": break
      default: return .refused(plugin.lastError ?? "it is \(plugin.state)")
      }
      usleep(pause)
    }
  }
}
