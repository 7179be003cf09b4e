import ButtonProtocol

/// Texts are not used after the call that they were lent for.
struct BorrowedTextItem: CheckItem {
  let id = "borrowed-text"
  let title = "texts are not used after the call they were lent for"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let usual = try context.worker()
    let scrubbing = try context.worker(
      CheckConditions(.scrubsTexts), circumstances: "with texts overwritten after each call")
    for scene in survey.scenes {
      do throws(WorkerEnd) {
        let kept = try usual.resolve(survey.cases, in: scene)
        let scrubbed = try scrubbing.resolve(survey.cases, in: scene)
        let findings = differences(kept, scrubbed, survey)
        if !findings.isEmpty { return findings }
      } catch {
        throw .end(error)
      }
    }
    return []
  }

  private func differences(
    _ kept: [CheckAnswer], _ scrubbed: [CheckAnswer], _ survey: Survey
  ) -> [CheckFinding] {
    survey.cases.indices.compactMap { index in
      guard let difference = scrubbed[index].difference(from: kept[index]) else { return nil }
      return CheckFinding(
        .failed, "\(difference), once the texts of earlier calls were overwritten",
        at: survey.cases[index].place(in: survey.plugin),
        remedy: "copy what get() gives if it is needed after resolve() has returned")
    }
  }
}
