import PluginHost

/// A check of one plugin: its items in order, each with its own workers.
package struct PluginCheck {
  static let items: [any CheckItem] = [
    ManifestItem(), ELFItem(), HandshakeItem(), SandboxItem(), AnswersItem(),
    UndeclaredReadsItem(), RangeItem(), PurityItem(), BorrowedTextItem(), TruncatedTableItem(),
    UnknownNamesItem(), FailingCallsItem(), ExtremesItem(), LifeCycleItem(), MemoryItem(),
    TimeItem(), FuzzItem(), OutputItem(), StatesItem(), ContrastItem(),
  ]

  package static var itemNames: [String] { items.map(\.id) }

  private let settings: CheckSettings

  package init(_ settings: CheckSettings) { self.settings = settings }

  /// Runs the requested items; `progress` gets each result at once.
  package func run(_ progress: (CheckResult) -> Void = { _ in }) throws(ToolError) -> CheckReport {
    let context = try CheckContext(settings)
    defer { context.removeCopies() }
    var results: [CheckResult] = []
    for item in PluginCheck.items {
      guard settings.only?.contains(item.id) ?? true else {
        // Others depend on it, so it runs without a result.
        if item is ManifestItem { _ = result(of: item, context) }
        continue
      }
      let result = result(of: item, context)
      results.append(result)
      progress(result)
    }
    return CheckReport(
      folder: settings.folder, plugin: context.plugin?.manifest.id,
      version: context.plugin?.manifest.version, seed: settings.seed, results: results)
  }

  private func result(of item: any CheckItem, _ context: CheckContext) -> CheckResult {
    let start = WorkerDeadline.now
    context.begin()
    var findings: [CheckFinding]
    do throws(CheckStop) {
      findings = try item.run(context)
    } catch {
      guard let finding = error.finding else {
        guard case .skip(let why) = error else { preconditionFailure("others have a finding") }
        return CheckResult(item, skippedBecause: why)
      }
      if case .end(let end) = error { context.workerEnded(end, in: item) }
      findings = context.takeFindings() + [finding]
    }
    let milliseconds = Int((WorkerDeadline.now - start) / 1_000_000)
    return CheckResult(item, findings, detail: context.detail, milliseconds: milliseconds)
  }
}
