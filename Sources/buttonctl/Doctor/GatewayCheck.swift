import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import Glibc

/// Whether the web gateways of a daemon can be used: whether each one answers, reaches the daemon and serves its
/// page, and whether a page that is opened now, with the token in its file, may press.
struct GatewayCheck {
  private let socket: String
  /// Whether the daemon itself answers: where it does not, its gateways cannot reach it.
  private let daemonAnswers: Bool

  /// The gateways that use a socket.
  init(_ socket: String, daemonAnswers: Bool) {
    (self.socket, self.daemonAnswers) = (socket, daemonAnswers)
  }

  func examine(_ report: inout DoctorReport) {
    let gateways = ProcessFacts.all(named: "buttond-gateway").filter { $0.uses(socket) }
    if gateways.isEmpty { return report.ok(.gateway, "none runs for this socket") }
    for gateway in gateways { examine(gateway, &report) }
  }

  private func examine(_ gateway: ProcessFacts, _ report: inout DoctorReport) {
    let what = "gateway, process \(gateway.id) of \(AccountName.text(ofUser: gateway.user))"
    if gateway.isStopped(as: "the \(what),", .gateway, &report) { return }
    var place = ""
    switch GatewayHealth(of: gateway).ask() {
    case .well(let port): place = ", port \(port)"
    case .hidden: break
    case .unwell(let reason):
      let text = "the \(what), does not reach the daemon: \(reason)"
      // What is wrong with the daemon has been said.
      if !daemonAnswers {
        return report.note(.gateway, text, "It reconnects when the daemon answers.")
      }
      return report.problem(
        .gateway, text,
        "See the socket that it was started with, and whether `access` lets its user in. It connects as "
          + "soon as it may.")
    case .pageless(let reason):
      return report.problem(
        .gateway, "the \(what), does not serve its page: \(reason)",
        "Its log names the file; see the folder that it was given with --web.")
    case .silent(let reason):
      return report.problem(
        .gateway, "the \(what), does not answer: \(reason)",
        "Look at its log, then \(gateway.restartAdvice)")
    }
    examineToken(of: gateway, what, place, &report)
  }

  private func examineToken(
    of gateway: ProcessFacts, _ what: String, _ place: String, _ report: inout DoctorReport
  ) {
    guard let path = tokenFile(of: gateway) else { return }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      if errno == EACCES {
        return report.note(.gateway, "the token of the \(what), is for that user only: \(path)")
      }
      return report.problem(
        .gateway, "the token file of the \(what), is gone: \(path) (\(reason))",
        "Restart the gateway, which writes it again; browsers need the new address.")
    }
    guard status.st_uid == gateway.user, status.st_mode & 0o7777 == 0o600 else {
      let mode = String(status.st_mode & 0o7777, radix: 8)
      return report.problem(
        .gateway,
        "the token file of the \(what), is not readable by it alone: \(path), mode \(mode)",
        "Give it back:\nchown \(gateway.user) '\(path)' && chmod 600 '\(path)'")
    }
    guard status.st_mode & S_IFMT == S_IFREG, let text = try? DocumentArgument.text(of: path) else {
      return report.note(.gateway, "the token of the \(what), cannot be read by this user: \(path)")
    }
    let token = String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
    switch GatewayHealth(of: gateway).enter(with: token) {
    case .role(.read):
      report.note(
        .gateway,
        "pages of the \(what), may look and not press, also with the token: their role is read",
        "If they are to press, see its option --role, and what `access` gives its user.")
    case .role, .hidden:
      report.ok(.gateway, "process \(gateway.id)\(place), token in \(path)")
    case .refused(let reason):
      report.problem(
        .gateway,
        "the \(what), refuses the token in \(path): a page that is opened with it may not press (\(reason))",
        "The gateway reads the file when it starts. See who changed it, then \(gateway.restartAdvice)"
      )
    case .unknown(let reason):
      report.problem(
        .gateway, "the \(what), opens no WebSocket to a page with its token: \(reason)",
        "Look at its log, then \(gateway.restartAdvice)")
    }
  }

  /// Where a gateway has its token; nil when that is not known.
  private func tokenFile(of gateway: ProcessFacts) -> String? {
    if let named = gateway.value(of: "--token-file") { return gateway.path(named) }
    guard let socket = try? SocketPath(ProcessFacts.absolute(socket)) else { return nil }
    let candidates = GatewayTokenPlace.candidates(beside: socket, user: gateway.user)
    return candidates.first { access($0, F_OK) == 0 } ?? candidates.first
  }
}
