/// The outcome of one item of a check.
package struct CheckResult: Hashable, Sendable {
  /// Beyond, findings are only counted.
  static let maximumFindings = 20

  /// Permanent.
  package let id: String
  package let title: String
  package let status: CheckStatus
  package let findings: [CheckFinding]
  /// Findings beyond those kept.
  package let omitted: Int
  /// Why it was skipped; nil otherwise.
  package let reason: String?
  /// What was tried, in a few words.
  package let detail: String?
  package let milliseconds: Int

  init(
    _ item: any CheckItem, _ findings: [CheckFinding], detail: String? = nil, milliseconds: Int
  ) {
    id = item.id
    title = item.title
    var worst = CheckStatus.success
    for finding in findings where CheckResult.rank(finding.status) > CheckResult.rank(worst) {
      worst = finding.status
    }
    status = worst
    self.findings = Array(findings.prefix(CheckResult.maximumFindings))
    omitted = findings.count - self.findings.count
    reason = nil
    self.detail = detail
    self.milliseconds = milliseconds
  }

  init(_ item: any CheckItem, skippedBecause reason: String) {
    id = item.id
    title = item.title
    status = .skipped
    findings = []
    omitted = 0
    self.reason = reason
    detail = nil
    milliseconds = 0
  }

  private static func rank(_ status: CheckStatus) -> Int {
    CheckStatus.allCases.firstIndex(of: status) ?? 0
  }
}
