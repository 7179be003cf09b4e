import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// What `buttonctl doctor` examines, in this order.
enum DoctorCheck: String, CaseIterable {
  case socket, rights, configuration, theme, state, plugins, sources, mqtt, fleet, buttons, gateway,
    surface
}

struct DoctorReport {
  typealias Finding = HealthReport.Finding

  private(set) var findings: [Finding] = []

  /// The level and the check precede texts.
  private static let indentation = 23

  mutating func ok(_ check: DoctorCheck, _ text: String) { add(check, .ok, text, nil) }

  /// Every other line of advice is a command.
  mutating func note(_ check: DoctorCheck, _ text: String, _ advice: String? = nil) {
    add(check, .note, text, advice)
  }

  mutating func problem(_ check: DoctorCheck, _ text: String, _ advice: String) {
    add(check, .problem, text, advice)
  }

  private mutating func add(
    _ check: DoctorCheck, _ level: Finding.Level, _ text: String, _ advice: String?
  ) {
    findings.append(Finding(level, text, advice, check: check.rawValue))
  }

  /// Adds another program's findings; `how` replaces its advice to restart it.
  mutating func add(
    _ check: DoctorCheck, _ report: HealthReport, restarting program: String, _ how: String
  ) {
    let words = "restart \(program)."
    for finding in report.findings {
      let advice = finding.advice.map { $0.hasSuffix(words) ? $0.dropLast(words.count) + how : $0 }
      add(check, finding.level, finding.text, advice)
    }
  }

  var isHealthy: Bool { HealthReport(findings).healthy }

  func has(_ check: DoctorCheck) -> Bool { findings.contains { $0.check == check.rawValue } }

  var json: JSONDocument {
    var report = HealthReport(findings)
    for index in findings.indices {
      report.findings[index].advice = findings[index].advice?.replacing("\n", with: " ")
    }
    return JSONDocument(report)
  }

  /// Returns the report for people: each finding, and below it what to do, within the terminal's
  /// width. Commands stay in one line, to be copied.
  func text(_ console: Console) -> String {
    let columns = console.columns.map { max(40, $0) }
    var lines: [String] = []
    for finding in findings {
      let level = finding.level.rawValue.padded(to: 7)
      let head = "\(console.tint(finding.level.tint)?(level) ?? level)  "
      let name = (finding.check ?? "").padded(to: 13)
      let margin = String(repeating: " ", count: DoctorReport.indentation)
      let room = columns.map { $0 - DoctorReport.indentation } ?? .max
      let text = finding.text.printable.wrapped(to: room)
      lines.append("\(head)\(name) \(text.first ?? "")")
      lines += text.dropFirst().map { margin + $0 }
      lines += DoctorReport.lines(of: finding.advice ?? "", room: room - 2).enumerated().map {
        margin + ($0 == 0 ? "→ " : "  ") + $1
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Prose and commands by turns: a command follows its prose if there is room, else it has its own
  /// line.
  private static func lines(of advice: String, room: Int) -> [String] {
    var lines: [String] = []
    for (index, part) in advice.split(separator: "\n").enumerated() {
      let text = String(part).printable
      if index.isMultiple(of: 2) {
        lines += text.wrapped(to: room)
      } else if let last = lines.last, last.columns + 1 + text.columns <= room {
        lines[lines.count - 1] += " \(text)"
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}

/// `1 plugin`, `2 plugins`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension HealthReport.Finding.Level {
  fileprivate var tint: Tint {
    switch self {
    case .ok: .good
    case .note: .caution
    case .problem: .bad
    }
  }
}
