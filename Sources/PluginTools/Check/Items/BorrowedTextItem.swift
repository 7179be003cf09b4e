import ButtonProtocol
import PluginChannel

struct BorrowedTextItem: CheckItem {
  let id = "borrowed-text"
  let title = "texts are not used after the call they were lent for"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let usual = try context.worker()
    let fresh = try context.worker()
    let scrubbing = try context.worker(
      CheckConditions(.scrubsTexts), circumstances: "with texts overwritten after each call")
    for scene in survey.scenes {
      do throws(WorkerEnd) {
        let kept = try usual.resolve(survey.cases, in: scene)
        let scrubbed = try scrubbing.resolve(survey.cases, in: scene)
        if differences(kept, scrubbed, survey).isEmpty { continue }
        // A difference between two processes is not about texts.
        let again = try fresh.resolve(survey.cases, in: scene)
        let pure = survey.cases.indices.filter { again[$0].difference(from: kept[$0]) == nil }
        return differences(kept, scrubbed, survey, among: pure)
      } catch {
        throw .end(error)
      }
    }
    return []
  }

  private func differences(
    _ kept: [CheckAnswer], _ scrubbed: [CheckAnswer], _ survey: Survey, among indices: [Int]? = nil
  ) -> [CheckFinding] {
    (indices ?? Array(survey.cases.indices)).compactMap { index in
      guard let difference = scrubbed[index].difference(from: kept[index]) else { return nil }
      return CheckFinding(
        .failed, "\(difference), once the texts of earlier calls were overwritten",
        at: survey.cases[index].place(in: survey.plugin),
        remedy: "copy what get() gives if it is needed after resolve() has returned")
    }
  }
}
