import ButtonProtocol

/// The same inputs give the same bytes: shuffled, in batches of any size, in a fresh process.
struct PurityItem: CheckItem {
  let id = "purity"
  let title = "the same inputs give the same look"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let worker = try context.worker()
    let usual = try ask(worker, survey, Array(survey.cases.indices), 64)
    var random = SeededGenerator(context.settings.seed)
    var findings: [CheckFinding] = []
    for (words, size) in [("one by one", 1), ("in batches of 7", 7), ("in batches of 64", 64)] {
      let order = survey.cases.indices.shuffled(using: &random)
      let again = try ask(worker, survey, order, size)
      findings += differences(usual, again, survey, "shuffled and asked \(words)")
      if !findings.isEmpty { return findings }
    }
    let fresh = try context.worker()
    let order = survey.cases.indices.shuffled(using: &random)
    findings = differences(
      usual, try ask(fresh, survey, order, 7), survey, "shuffled and asked in a fresh process")
    context.detail = "\(survey.cases.count) buttons, five times"
    return findings
  }

  /// Returns the answers in the order of the survey.
  private func ask(
    _ worker: CheckWorker, _ survey: Survey, _ order: [Int], _ size: Int
  ) throws(CheckStop) -> [CheckAnswer] {
    let cases = order.map { survey.cases[$0] }
    do throws(WorkerEnd) {
      let answers = try worker.resolve(cases, in: survey.scene, batchSize: size)
      var sorted = answers
      for (position, index) in order.enumerated() { sorted[index] = answers[position] }
      return sorted
    } catch {
      throw .end(error)
    }
  }

  private func differences(
    _ usual: [CheckAnswer], _ again: [CheckAnswer], _ survey: Survey, _ how: String
  ) -> [CheckFinding] {
    survey.cases.indices.compactMap { index in
      guard let difference = again[index].difference(from: usual[index]) else { return nil }
      return CheckFinding(
        .failed, "\(difference), \(how)", at: survey.cases[index].place(in: survey.plugin),
        remedy: "let a look depend on what get() gives alone: no counters, clocks, random numbers "
          + "or values kept from another call")
    }
  }
}
