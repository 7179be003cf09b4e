import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import Glibc

/// Whether a daemon's sources run, and what they write is taken.
struct SourcesCheck {
  private let daemon: SocketCheck.Daemon?
  private let settings: DaemonSettings?

  init(_ daemon: SocketCheck.Daemon?, _ settings: DaemonSettings?) {
    (self.daemon, self.settings) = (daemon, settings)
  }

  func examine(_ report: inout DoctorReport) {
    if let daemon, daemon.connection != nil {
      guard let answer = daemon.ask(SourcesListRequest(), about: .sources, &report) else { return }
      let sources = answer.listings
      for source in sources { tell(source, &report) }
      if !report.has(.sources) {
        report.ok(
          .sources,
          sources.isEmpty ? "there are none" : "\(counted(sources.count, "source")), all well")
      }
      return
    }
    let configured = settings?.sources ?? []
    for source in configured where !canRun(source) {
      report.problem(
        .sources, "\(source.name): there is no program '\(source.command.first ?? "")'",
        "Install it, or name it with its whole path.")
    }
    if !report.has(.sources) {
      report.ok(
        .sources,
        configured.isEmpty
          ? "none are configured" : "their programs are there; a daemon says how they run")
    }
  }

  private func tell(_ source: SourceListing, _ report: inout DoctorReport) {
    let reason = source.lastError.map { ": \($0)" } ?? ""
    if ["restarting", "quarantined"].contains(source.state) {
      report.problem(
        .sources, "\(source.name) is \(source.state)\(reason)",
        "Mend its program, then:\nbuttonctl sources reset \(source.name)")
    } else if source.isLost {
      let silence =
        source.deaths > 0
        ? "is silent, though it was started again\(reason)" : "has been silent for too long"
      report.problem(
        .sources, "\(source.name) \(silence)",
        "See what its program waits for; its keys keep their last values.")
    } else if source.refusedLines > 0 {
      let total = source.lines + source.refusedLines
      let text =
        "\(source.name) had \(source.refusedLines) of \(counted(total, "line")) refused\(reason)"
      let advice = "Mend what its program writes, then:\nbuttonctl sources reset \(source.name)"
      // A source that has never written anything useful does not do its work.
      if source.lines == 0 {
        report.problem(.sources, text, advice)
      } else {
        report.note(.sources, text, advice)
      }
    }
  }

  private func canRun(_ source: SourceDefinition) -> Bool {
    let program = source.command.first ?? ""
    if program.contains("/") {
      return access(program.hasPrefix("/") ? program : "\(source.folder)/\(program)", X_OK) == 0
    }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
