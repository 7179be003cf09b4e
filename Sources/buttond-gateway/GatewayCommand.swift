import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc
import UVLoop

/// What this program says.
let console = StandardStreams(of: "buttond-gateway", waits: false)

/// The program: parses its arguments and runs the gateway.
@main
struct GatewayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttond-gateway",
    abstract: "Show buttond's buttons in browsers.",
    discussion: """
      Serves a page with every button live, the element <live-button> for pages of your own, a \
      WebSocket that carries the daemon's protocol unchanged, one line per message, and /metrics in \
      Prometheus' text format.

      It listens on 127.0.0.1 and ::1 by default, and answers only requests that name it by an address \
      it listens on, by localhost, or by a --host. A page of another origin is refused unless that is \
      an --origin.

      Anyone who can reach it may look. To press, and for everything else, a browser needs the token: \
      it is new with each start unless --keep-token is given, written to a file of mode 0600, and part \
      of the printed address.

      Exit codes: 0 clean stop, 1 runtime failure or not healthy, 64 wrong usage.
      """,
    version: Release.version)

  @Option(help: "The daemon's socket; found as buttonctl finds it by default.", completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "An address to listen on instead of 127.0.0.1 and ::1; may be repeated.",
      valueName: "address"), transform: GatewayCommand.address)
  var listen: [ListenAddress] = []

  @Option(help: "The port; 0 lets the system choose.")
  var port: UInt16 = 8437

  @Option(
    help: ArgumentHelp(
      "A host name by which browsers may reach the gateway; may be repeated.", valueName: "name"))
  var host: [String] = []

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may use the gateway, as https://kiosk.example; may be repeated.",
      valueName: "origin"), transform: GatewayCommand.origin)
  var origin: [Origin] = []

  @Option(
    help: """
      The highest role that the token grants: read, press, write or admin; by default all that the \
      daemon allows this program's user.
      """, transform: GatewayCommand.role)
  var role: Role?

  @Option(
    help: ArgumentHelp(
      "The token's file; by default gateway.token beside the socket, or in a folder of this user.",
      valueName: "path"),
    completion: .file())
  var tokenFile: String?

  @Flag(help: "Keep the token: leave its file at the end, and use it at the next start.")
  var keepToken = false

  @Flag(help: "Print the address without the token, for output that is logged.")
  var hideToken = false

  @Option(
    help: ArgumentHelp(
      "The most connections at a time; beyond them one without the token makes room.",
      valueName: "n"))
  var maxConnections = 256

  @Option(
    help: ArgumentHelp(
      "A folder with your own page, index.html; files that it lacks, as live-button.js, are the "
        + "installed ones.", valueName: "folder"),
    completion: .directory)
  var web: String?

  @Flag(
    help: """
      Say as JSON whether a gateway of these options answers, reaches the daemon and serves its page, and \
      whether pages with the token may press.
      """)
  var health = false

  static func main() { main(ProgramArguments.words) }

  func validate() throws {
    guard (1...10_000).contains(maxConnections) else {
      throw ValidationError("--max-connections takes 1 to 10000")
    }
    _ = try daemonSocket()
  }

  func run() throws {
    if health {
      let report = GatewayHealth(self, try daemonSocket()).report
      console.print(JSONDocument(report).text)
      throw ExitCode(report.healthy ? 0 : 1)
    }
    do {
      try Gateway(self).run()
    } catch let error as GatewayError {
      console.complain("\(error)")
      throw ExitCode(1)
    }
  }

  /// Where the daemon listens.
  func daemonSocket() throws(ValidationError) -> SocketPath {
    do { return try SocketPath.standard(socket) } catch { throw ValidationError(error.message) }
  }

  @Sendable private static func address(_ text: String) throws -> ListenAddress {
    guard let address = ListenAddress(text) else {
      throw ValidationError(
        "it takes a numeric address such as 192.0.2.7 or ::, without a port; that is --port")
    }
    return address
  }

  @Sendable private static func origin(_ text: String) throws -> Origin {
    // An address copied from a browser ends with a slash.
    guard let origin = Origin(text.hasSuffix("/") ? String(text.dropLast()) : text) else {
      throw ValidationError("it takes https://HOST or http://HOST:PORT, without a path")
    }
    return origin
  }

  @Sendable private static func role(_ text: String) throws -> Role {
    guard let role = Role(rawValue: text) else {
      throw ValidationError("it takes read, press, write or admin")
    }
    return role
  }
}
