import ButtonModel
import Glibc
import PluginTools

/// The report of `plugin check` for people.
struct CheckText {
  let usesColor: Bool

  /// The width of an item's name.
  private static let nameWidth = 17

  /// Shown of one item.
  private static let findings = 5

  /// The first line has the item's status.
  func lines(_ result: CheckResult) -> String {
    let name = padded(result.id, to: CheckText.nameWidth)
    let head = painted(result.status) + name
    let indent = String(repeating: " ", count: 9 + CheckText.nameWidth)
    guard !result.findings.isEmpty else {
      let rest = result.reason ?? (result.title + (result.detail.map { " (\($0))" } ?? ""))
      return head + rest.printable
    }
    var lines: [String] = []
    for (index, finding) in result.findings.prefix(CheckText.findings).enumerated() {
      lines.append((index == 0 ? head : indent) + finding.description.printable)
      let isLastOfItsKind =
        index + 1 == min(result.findings.count, CheckText.findings)
        || result.findings[index + 1].remedy != finding.remedy
      if isLastOfItsKind { lines.append(indent + "→ " + finding.remedy.printable) }
    }
    let hidden = result.findings.count - CheckText.findings + result.omitted
    if hidden > 0 { lines.append(indent + "and \(hidden) more; --json lists them") }
    return lines.joined(separator: "\n")
  }

  /// One line for all items with the same reason.
  func lines(skipped: [CheckResult]) -> String {
    var reasons: [String] = []
    for result in skipped {
      if let reason = result.reason, !reasons.contains(reason) { reasons.append(reason) }
    }
    return reasons.map { reason in
      let items = skipped.filter { $0.reason == reason }
      if items.count == 1 { return lines(items[0]) }
      return painted(.skipped) + "\(items.count) items: \(reason.printable)"
    }.joined(separator: "\n")
  }

  func summary(_ report: CheckReport, strict: Bool) -> String {
    let counts = CheckStatus.allCases.compactMap { status -> String? in
      let count = report.count(status)
      return count == 0 ? nil : "\(count) \(status.rawValue)"
    }
    let name =
      report.plugin.map { "\($0) \(report.version ?? "")" } ?? CheckText.full(report.folder)
    let verdict = report.passes(strict: strict) ? "passes" : "does not pass"
    return "\(name.printable) \(verdict): \(counts.joined(separator: ", ")) "
      + "(seed \(report.seed))"
  }

  /// The absolute path, so that `.` has a name.
  private static func full(_ folder: String) -> String {
    guard let path = realpath(folder, nil) else { return folder }
    defer { free(path) }
    return String(cString: path)
  }

  private func painted(_ status: CheckStatus) -> String {
    let text = padded(status.rawValue, to: 9)
    guard usesColor else { return text }
    let tint: Tint =
      switch status {
      case .success: .good
      case .skipped: .faint
      case .warning: .caution
      case .failed, .crashed: .bad
      }
    return tint(text)
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
