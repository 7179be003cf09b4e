import ButtonClient
import ButtonProtocol
import Glibc
import UVLoop

/// What `--health` says: whether a gateway of these options answers, reaches the daemon and serves
/// its page, and whether a page that is opened now, with the token in its file, may press.
struct GatewayHealth {
  /// How long an answer may take, in seconds: the gateway itself waits 5 for the daemon.
  private static let patience = 7
  /// The most that is read of an answer, in bytes; of a page the beginning is enough.
  private static let maximumBytes = 64 << 10

  private let options: GatewayCommand
  private let socket: SocketPath
  private let address: ListenAddress

  init(_ options: GatewayCommand, _ socket: SocketPath) {
    (self.options, self.socket) = (options, socket)
    let addresses = options.listen.isEmpty ? ListenAddress.loopback : options.listen
    // Without addresses, one family may be missing on this machine.
    let answering = addresses.first {
      (try? TCPConnection(to: $0, port: options.port, patience: GatewayHealth.patience)) != nil
    }
    address = answering ?? addresses[0]
  }

  var report: HealthReport { HealthReport([finding]) }

  /// The page.
  private var place: String { "http://\(address.inURL):\(options.port)/" }

  private var finding: HealthReport.Finding {
    guard options.port != 0 else {
      return .init(
        .note, "the system has chosen the gateway's port, so it cannot be asked",
        "Give it a --port.")
    }
    guard isOwn else {
      return .init(
        .problem, "another user's program listens at \(place)",
        "Give the gateway another --port, or run this as its user.")
    }
    do throws(Errno) {
      let health = try answer(to: "/healthz")
      guard ["200", "503"].contains(health.status) else {
        return .init(
          .problem, "something else than buttond-gateway listens at \(place): \(health.reason)",
          "Give the gateway another --port.")
      }
      guard health.status == "200" else { return unreached(health.reason) }
      for page in ["/", "/live-button.js"] {
        let answer = try answer(to: page)
        guard answer.status == "200" else {
          return .init(
            .problem,
            "the gateway at \(place) does not serve its page: \(page): \(answer.reason)",
            "Its log names the file; see the folder that it was given with --web.")
        }
      }
      return try entry()
    } catch {
      return .init(
        .problem, "no gateway answers at \(place): \(error)",
        "Look at its log, then restart buttond-gateway.")
    }
  }

  /// Whether everything that listens on the port belongs to this user: nobody else may see the token.
  private var isOwn: Bool {
    let port = String(options.port, radix: 16, uppercase: true)
    let end = ":" + String(repeating: "0", count: 4 - port.count) + port
    return ["tcp", "tcp6"].allSatisfy { name in
      let table = (try? Site.contents("/proc/net/\(name)")) ?? []
      return String(decoding: table, as: UTF8.self).split(separator: "\n").allSatisfy { line in
        // Number, local address, remote one, state (0A listens), queues, timer, retransmits, user.
        let fields = line.split(separator: " ")
        guard fields.count > 7, fields[3] == "0A", fields[1].hasSuffix(end) else { return true }
        return fields[7] == "\(geteuid())"
      }
    }
  }

  /// The daemon does not let the gateway in.
  private func unreached(_ reason: String) -> HealthReport.Finding {
    .init(
      .problem, "the gateway at \(place) does not reach the daemon: \(reason)",
      "See the socket that it was started with, and whether `access` lets user \(geteuid()) in. It "
        + "connects as soon as it may.")
  }

  /// What a page gets with the token.
  private func entry() throws(Errno) -> HealthReport.Finding {
    let file = TokenFile(options, beside: socket)
    let path = file.present
    let found: AccessToken?
    do throws(GatewayError) { found = try TokenFile.token(in: path) } catch {
      return .init(
        .problem, "the token file of the gateway at \(place) is unusable: \(error)",
        "Give the file back:\nchown \(geteuid()) '\(path)' && chmod 600 '\(path)'\n"
          + "Or remove it, and restart buttond-gateway.")
    }
    guard let token = found else {
      return .init(
        .problem, "the token file of the gateway at \(place) is gone: \(path)",
        "It comes again, and browsers need the new address, when you restart buttond-gateway.")
    }
    let answer = try answer(to: "/", ["Authorization: Bearer \(token.text)"])
    guard answer.status != "403" else {
      return .init(
        .problem,
        "the gateway at \(place) refuses the token in \(path): a page that is opened with it may "
          + "not press (\(answer.reason))",
        "The gateway reads the file when it starts. See who changed it, then restart "
          + "buttond-gateway.")
    }
    do throws(ClientError) {
      let daemon = try PolledConnection(
        socket, SilenceWatch.Patience(milliseconds: UInt64(GatewayHealth.patience) * 1_000))
      let request = HelloRequest(client: "buttond-gateway", role: options.role)
      let hello: HelloResponse = try daemon.call(request).decode()
      guard hello.role > .read else {
        return .init(
          .note,
          "pages of the gateway at \(place) may look and not press, also with the token: their role is "
            + "read",
          "If they are to press, see its option --role, and what `access` gives its user.")
      }
    } catch {
      return unreached(error.message)
    }
    return .init(.ok, "pages are served at \(place), token in \(path)")
  }

  /// What a gateway answers to a request: its status, and the first line of the body, where it says
  /// what is wrong.
  private func answer(
    to path: String, _ headers: [String] = []
  ) throws(Errno) -> (status: String, reason: String) {
    let connection = try TCPConnection(
      to: address, port: options.port, patience: GatewayHealth.patience)
    let lines =
      ["GET \(path) HTTP/1.1", "Host: localhost:\(options.port)", "Connection: close"] + headers
    try connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    let bytes = try connection.receive(atMost: GatewayHealth.maximumBytes)
    // The status line is HTTP/1.1 200 OK.
    let line = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
    let status = line.split(separator: " ").dropFirst().first.map(String.init) ?? "none"
    let head = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
    let body = bytes[head...].prefix { $0 != 0x0A }
    return (status, body.isEmpty ? "status \(status)" : String(decoding: body, as: UTF8.self))
  }
}
