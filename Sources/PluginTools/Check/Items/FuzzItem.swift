import ButtonProtocol

/// Random buttons in random scenes, reproducible by seed.
struct FuzzItem: CheckItem {
  let id = "fuzz"
  let title = "random inputs are borne"

  private static let batch = 64

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let cases = RandomCases(
      survey.plugin.manifest, stateNames: survey.stateNames, seed: context.settings.seed)
    guard !CheckCases(survey.plugin.manifest).entries.isEmpty else {
      throw .skip("there is no style and no handler")
    }
    let worker = try context.worker()
    if let number = context.settings.reproducedCase {
      context.detail =
        "case \(number) of seed \(context.settings.seed): "
        + "\(cases.button(number).place(in: survey.plugin))"
      return try run(worker, [number], cases, context)
    }
    var first = 0
    while first < context.settings.fuzzCases, !context.isNearlyOver {
      let end = min(first + FuzzItem.batch, context.settings.fuzzCases)
      let findings = try run(worker, Array(first..<end), cases, context)
      if !findings.isEmpty { return findings }
      first = end
    }
    context.detail = "\(first) buttons of seed \(context.settings.seed)"
    return []
  }

  /// All in the scene of the first one's batch.
  private func run(
    _ worker: CheckWorker, _ numbers: [Int], _ cases: RandomCases, _ context: CheckContext
  ) throws(CheckStop) -> [CheckFinding] {
    let scene = cases.scene((numbers.first ?? 0) / FuzzItem.batch)
    do throws(WorkerEnd) {
      let buttons = numbers.map { cases.button($0) }
      _ = try worker.resolve(buttons, in: scene, batchSize: FuzzItem.batch)
      try worker.press(buttons.filter { cases.isPrimitive($0) }, in: scene)
      return []
    } catch {
      var finding = error.finding
      let number = error.index.flatMap { $0 < numbers.count ? numbers[$0] : nil }
      let name = number.map { "\(context.settings.seed):\($0)" } ?? "\(context.settings.seed)"
      finding.message += "; again with --reproduce \(name)"
      return [finding]
    }
  }
}
