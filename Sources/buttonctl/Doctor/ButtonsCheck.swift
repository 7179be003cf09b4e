import ButtonProtocol
import PluginTools

/// Whether buttons show what their plugins and expressions make of the state.
struct ButtonsCheck {
  /// The most buttons that are asked about, and the most findings.
  private static let (maximumButtons, maximumFindings) = (100_000, 8)
  /// Per finding.
  private static let maximumNames = 3

  private let daemon: SocketCheck.Daemon?
  private let rehearsal: StartRehearsal?

  private let leases: [LeaseFigures]

  /// `rehearsal` is what a daemon that does not run would report on its buttons.
  init(
    _ daemon: SocketCheck.Daemon?, _ rehearsal: StartRehearsal?, _ leases: [LeaseFigures]
  ) {
    (self.daemon, self.rehearsal, self.leases) = (daemon, rehearsal, leases)
  }

  func examine(_ report: inout DoctorReport) {
    guard let daemon else { return examineFiles(&report) }
    // Why a daemon does not answer has been reported already.
    if daemon.connection != nil { examine(daemon, &report) }
  }

  private func examineFiles(_ report: inout DoctorReport) {
    guard let rehearsal else { return }
    let warnings = rehearsal.warnings
    for warning in warnings.prefix(ButtonsCheck.maximumFindings) {
      report.problem(.buttons, warning, "Mend the file, or install the plugin.")
    }
    if warnings.count > ButtonsCheck.maximumFindings {
      report.note(
        .buttons,
        "there is more to say: \(warnings.count - ButtonsCheck.maximumFindings) further remarks",
        "All of them:\n\(rehearsal.command)")
    }
  }

  /// Buttons in the same state for the same reason.
  private struct Group {
    let status: LookStatus
    var names: [String] = []
    var count = 0
  }

  private func examine(_ daemon: SocketCheck.Daemon, _ report: inout DoctorReport) {
    var groups: [String: Group] = [:]
    var order: [String] = []
    var count = 0
    var request = ButtonsListRequest(match: .everything)
    while true {
      guard let page = daemon.ask(request, about: .buttons, &report) else { return }
      count += page.buttons.count
      for button in page.buttons {
        guard let status = button.status else { continue }
        let key = "\(status.reason) \(status.plugin) \(status.message)"
        if groups[key] == nil { order.append(key) }
        groups[key, default: Group(status: status)].count += 1
        if groups[key, default: Group(status: status)].names.count < ButtonsCheck.maximumNames {
          groups[key]?.names.append(button.id)
        }
      }
      guard let next = page.next, count < ButtonsCheck.maximumButtons else { break }
      request.after = next
    }
    for group in order.prefix(ButtonsCheck.maximumFindings).compactMap({ groups[$0] }) {
      tell(group, &report)
    }
    if order.count > ButtonsCheck.maximumFindings {
      report.note(
        .buttons,
        "there is more to say: \(order.count - ButtonsCheck.maximumFindings) more reasons",
        "All of them:\nbuttonctl buttons list")
    }
    if !report.has(.buttons) {
      report.ok(
        .buttons,
        count == 0 ? "there are none" : "\(counted(count, "button")), all show the present state")
    }
  }

  private func tell(_ group: Group, _ report: inout DoctorReport) {
    let status = group.status
    let rest = group.count - group.names.count
    let names = group.names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    let message = status.message.isEmpty ? "" : ": \(status.message)"
    let text = "\(names): \(status.reason)\(message)"
    let first = group.names.first ?? ""
    switch status.reason {
    case "pluginMissing":
      report.problem(
        .buttons, text,
        "Mend the name in the definition, or install the plugin:\nbuttonctl plugins list")
    case "handlerFailed":
      report.problem(
        .buttons, text,
        "Mend what the definition gives to the plugin, or the plugin:\n"
          + "buttonctl buttons explain '\(first)'")
    case "expressionFailed":
      report.problem(
        .buttons, text,
        "Mend the expression, or the key it reads:\nbuttonctl buttons explain '\(first)'")
    case "poisoned":
      report.problem(
        .buttons, text,
        "Mend the plugin, which died on it twice, then:\n"
          + "buttonctl plugins reset \(status.plugin)")
    case "sourceLost":
      let lost = leases.filter { $0.lostKeys > 0 }
      guard !lost.isEmpty else { return report.note(.buttons, text) }
      let words = lost.map { lease in
        "\(counted(lease.lostKeys, "key")) of the lease \(lease.name)"
          + (lease.holders == 0 ? ", which nothing holds" : "")
      }
      report.note(
        .buttons, "\(text). Lost: \(words.joined(separator: "; "))",
        "Start what feeds \(lost.count == 1 ? "it" : "them"), or look at its log; sources are listed "
          + "by:\nbuttonctl sources list")
    case "fleetOffline":
      report.note(.buttons, text, "They go on when the engine is back:\nbuttonctl fleet status")
    default:
      // The cause is reported under plugins and sources.
      report.note(.buttons, text)
    }
  }
}
