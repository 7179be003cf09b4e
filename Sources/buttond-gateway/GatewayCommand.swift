import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc

/// The program: parses its arguments and runs the gateway.
@main
struct GatewayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttond-gateway",
    abstract: "Shows the buttons of buttond in browsers.",
    discussion: """
      Serves a page with every button live, the element <live-button> for pages of your own, a \
      WebSocket that carries the daemon's protocol unchanged, one line per message, and /metrics in \
      Prometheus' text format.

      It listens on 127.0.0.1 and ::1 by default, and answers only requests that name it by an address \
      it listens on, by localhost, or by a --host. A page of another origin is refused unless that is \
      an --origin.

      Anyone who can reach it may look. To press, and for everything else, a browser needs the token: \
      it is new with each start, written to a file of mode 0600, and part of the printed address.

      Exit codes: 0 clean stop, 1 runtime failure, 64 wrong usage.
      """,
    version: Release.version)

  @Option(help: "The daemon's socket; found as buttonctl finds it by default.", completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "An address to listen on instead of 127.0.0.1 and ::1; may be repeated.",
      valueName: "address"))
  var listen: [String] = []

  @Option(help: "The port; 0 lets the system choose.")
  var port: UInt16 = 8437

  @Option(
    help: ArgumentHelp(
      "A host name by which browsers may reach the gateway; may be repeated.", valueName: "name"))
  var host: [String] = []

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may use the gateway, as https://kiosk.example; may be repeated.",
      valueName: "origin"))
  var origin: [String] = []

  @Option(
    help: """
      The highest role that the token grants: read, press, write or admin; by default all that the \
      daemon allows this program's user.
      """)
  var role: String?

  @Option(
    help: ArgumentHelp(
      "The token's file; by default gateway.token beside the socket.", valueName: "path"),
    completion: .file())
  var tokenFile: String?

  @Flag(help: "Use the token of the last start, if its file still exists.")
  var keepToken = false

  @Flag(help: "Print the address without the token, for output that is logged.")
  var hideToken = false

  @Option(help: ArgumentHelp("The most connections at a time.", valueName: "n"))
  var maxConnections = 256

  @Option(
    help: ArgumentHelp("The page's folder; by default the installed one.", valueName: "folder"),
    completion: .directory)
  var web: String?

  static func main() { main(ProgramArguments.words) }

  func validate() throws {
    _ = try settings()
  }

  func run() throws {
    do {
      try Gateway(try settings()).run()
    } catch let error as GatewayError {
      StandardStreams.complain("\(error)")
      throw ExitCode(1)
    }
  }

  private func settings() throws -> GatewaySettings {
    let addresses = try (listen.isEmpty ? ["127.0.0.1", "::1"] : listen).map { text in
      guard let address = ListenAddress(text) else {
        throw ValidationError(
          "--listen takes a numeric address such as 192.0.2.7 or ::, not \(text)")
      }
      return address
    }
    let origins = try origin.map { text in
      // An address copied from a browser ends with a slash.
      guard let origin = Origin(text.hasSuffix("/") ? String(text.dropLast()) : text) else {
        throw ValidationError(
          "--origin takes https://HOST or http://HOST:PORT, without a path, not \(text)")
      }
      return origin
    }
    let role = try role.map { name in
      guard let role = Role(rawValue: name) else {
        throw ValidationError("--role takes read, press, write or admin, not \(name)")
      }
      return role
    }
    guard (1...10_000).contains(maxConnections) else {
      throw ValidationError("--max-connections takes 1 to 10000")
    }
    do {
      return GatewaySettings(
        socket: try SocketPath.standard(socket), addresses: addresses, port: port,
        isDefaultAddresses: listen.isEmpty, names: host.map { $0.lowercased() }, origins: origins,
        role: role, tokenFile: tokenFile, keepsToken: keepToken, hidesToken: hideToken,
        maximumConnections: maxConnections, webFolder: web)
    } catch {
      throw ValidationError(error.message)
    }
  }
}

/// The parsed command line.
struct GatewaySettings: Sendable {
  /// Where the daemon listens.
  var socket: SocketPath
  /// The addresses to listen on.
  var addresses: [ListenAddress]
  /// The port, 0 to let the system choose.
  var port: UInt16
  /// Whether `addresses` are the defaults, of which those that this machine lacks are skipped.
  var isDefaultAddresses: Bool
  /// Host names that requests may use, in lower case.
  var names: [String]
  /// Foreign origins whose pages may use the gateway.
  var origins: [Origin]
  /// The highest role that the token grants; nil for whatever the daemon allows.
  var role: Role?
  /// Where the token is written; nil for beside the daemon's socket.
  var tokenFile: String?
  /// Whether the token of the last start is used again.
  var keepsToken: Bool
  /// Whether the printed address leaves out the token.
  var hidesToken: Bool
  var maximumConnections: Int
  /// The folder with the page; nil for the installed one.
  var webFolder: String?
}
