import ArgumentParser
import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import Glibc
import UVLoop

/// What this program says.
let console = StandardStreams(of: "buttond-surface", waits: false)

/// The program: parses its arguments and serves decks.
@main
struct SurfaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttond-surface",
    abstract: "Show buttond's buttons on keypads.",
    discussion: """
      Serves Bitfocus Companion's Satellite API, so that the programs which attach keypads to Companion \
      attach them to buttond. A file says which deck shows which buttons; without one, every deck of this \
      machine shows all buttons in the order of their ids.

      It listens on 127.0.0.1 and ::1, port 16622, unless the file says otherwise, and presses as a client \
      of the role press.

      Exit codes: 0 clean stop, 1 runtime failure or not healthy, 64 wrong usage, 78 wrong configuration.
      """,
    version: Release.version)

  @Option(
    help: "The file of decks and layouts.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var config: String?

  @Option(help: "The daemon's socket; found as buttonctl finds it by default.", completion: .file())
  var socket: String?

  @Flag(help: "Say what is wrong with the file, and what it does, and start nothing.")
  var check = false

  @Flag(
    help: """
      Say as JSON whether a server answers where the file says, whether keys can be drawn, and whether the \
      daemon lets this user press.
      """)
  var health = false

  static func main() { main(ProgramArguments.words) }

  func validate() throws { _ = try daemonSocket() }

  func run() throws {
    let settings: SurfaceSettings
    do throws(ConfigurationError) {
      if let config {
        settings = try SurfaceSettings(reading: config)
      } else {
        settings = SurfaceSettings()
      }
    } catch {
      for remark in error.remarks { console.complain("\(remark)") }
      throw ExitCode(78)
    }
    if check { return console.print(settings.summary) }
    // A painter or a deck that goes while it is written to ends nothing.
    signal(SIGPIPE, SIG_IGN)
    if health {
      let report = SurfaceHealth(settings, try daemonSocket()).report
      console.print(JSONDocument(report).text)
      throw ExitCode(report.healthy ? 0 : 1)
    }
    let socket = try daemonSocket()
    do throws(SurfaceFailure) {
      try SurfaceService(settings, socket).run()
    } catch {
      console.complain(error.message)
      throw ExitCode(1)
    }
  }

  /// Where the daemon listens.
  private func daemonSocket() throws(ValidationError) -> SocketPath {
    do { return try SocketPath.standard(socket) } catch { throw ValidationError(error.message) }
  }
}

extension SurfaceSettings {
  /// What the file does, in a line.
  fileprivate var summary: String {
    let places = addresses.isEmpty ? "this machine" : addresses.map(\.inURL).joined(separator: ", ")
    let pages = layouts.values.reduce(0) { $0 + $1.pages.count }
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    return "\(places), port \(port): \(counted(devices.count, "rule")) of decks,"
      + " \(counted(layouts.count, "layout")) with \(counted(pages, "page"))"
  }
}

/// Why this program cannot run, with advice.
struct SurfaceFailure: Error {
  let message: String
}
