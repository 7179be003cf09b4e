import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc

/// The program: reads its arguments and runs the gateway.
@main
struct GatewayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttond-gateway",
    abstract: "Shows the buttons of buttond in browsers.",
    discussion: """
      Serves a page with every button live, the element <live-button> for pages of your own, a \
      WebSocket that carries the daemon's protocol unchanged, one message a line, and /metrics in \
      Prometheus' text format.

      It listens on 127.0.0.1 and ::1 unless told otherwise, and answers only requests that name it by \
      an address it listens on, as localhost, or by a --host. A WebSocket of another site's page is \
      refused unless the site is an --origin.

      Whoever reaches it may look. To press, and for all else, a browser needs the token: it is made \
      anew at each start, written to a file of mode 0600, and is part of the address that is printed.

      Exit codes: 0 clean stop, 1 runtime failure, 64 wrong usage.
      """,
    version: Release.version)

  @Option(help: "The daemon's socket; it is looked for as buttonctl does.", completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "An address to listen on, instead of 127.0.0.1 and ::1; may be repeated.",
      valueName: "address"))
  var listen: [String] = []

  @Option(help: "The port; 0 lets the system choose.")
  var port: UInt16 = 8437

  @Option(
    help: ArgumentHelp(
      "A name by which browsers may reach the gateway; may be repeated.", valueName: "name"))
  var host: [String] = []

  @Option(
    help: ArgumentHelp(
      "A site whose pages may use the gateway, as https://kiosk.example; may be repeated.",
      valueName: "origin"))
  var origin: [String] = []

  @Option(
    help: """
      The most that the token allows: read, press, write or admin; all that the daemon allows to this \
      program's user.
      """)
  var role: String?

  @Option(
    help: ArgumentHelp(
      "Where the token is written; gateway.token beside the daemon's socket.", valueName: "path"),
    completion: .file())
  var tokenFile: String?

  @Flag(help: "Use the token of the last start, if its file is there.")
  var keepToken = false

  @Flag(help: "Print the address without the token: what is printed may end up in a log.")
  var hideToken = false

  @Option(help: ArgumentHelp("How many browsers may be connected at a time.", valueName: "n"))
  var maxConnections = 256

  @Option(
    help: ArgumentHelp("The folder of the page; the installed one.", valueName: "folder"),
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
      // What is copied from an address bar ends with a slash.
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
