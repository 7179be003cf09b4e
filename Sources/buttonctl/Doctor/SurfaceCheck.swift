import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import Glibc
import PluginTools

/// Whether the keypads of a daemon are served, where that is configured: buttond-surface is asked.
struct SurfaceCheck {
  private let socket: String
  private let layout: ToolLayout

  /// The servers that use a socket.
  init(_ socket: String, _ layout: ToolLayout) { (self.socket, self.layout) = (socket, layout) }

  func examine(_ report: inout DoctorReport) {
    let servers = ProcessFacts.all(named: "buttond-surface").filter { $0.uses(socket) }
    for server in servers { examine(server, &report) }
    guard servers.isEmpty, let path = UnitFile.path("surface.yaml", ofDaemonAt: socket) else {
      return
    }
    report.problem(
      .surface, "\(path) is there, but no buttond-surface runs for this socket",
      UnitFile.startAdvice("buttond-surface"))
  }

  private func examine(_ server: ProcessFacts, _ report: inout DoctorReport) {
    let what = "buttond-surface, process \(server.id) of \(AccountName.text(ofUser: server.user)),"
    if server.isStopped(as: what, .surface, &report) { return }
    // The daemon tells only that user what it may do.
    guard server.user == geteuid() || geteuid() == 0 else {
      return report.note(
        .surface, "\(what) is another user's",
        "Run this as \(AccountName.text(ofUser: server.user)), or as root.")
    }
    var words = [layout.surface, "--health", "--socket", socket]
    if let path = server.value(of: "--config").flatMap(server.path) { words += ["--config", path] }
    do throws(ToolError) {
      let written = try ProgramOutput(of: words)
      guard let answer = try? JSONDocument(written.output),
        let health: HealthReport = try? answer.decode()
      else { throw ToolError(written.errors) }
      report.add(.surface, health)
    } catch {
      report.problem(
        .surface, "\(what) cannot be asked: \(error.message)",
        "Mend what that says, then \(server.restartAdvice)")
    }
  }
}
