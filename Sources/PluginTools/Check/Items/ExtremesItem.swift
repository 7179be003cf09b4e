import ButtonModel
import ButtonProtocol
import PluginChannel

struct ExtremesItem: CheckItem {
  let id = "extremes"
  let title = "extreme inputs are borne"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let worker = try context.worker(CheckConditions(.reportsRefusals))
    let extremes = ExtremeCases(survey.plugin.manifest, stateNames: survey.stateNames)
    do throws(WorkerEnd) {
      for scene in extremes.scenes {
        _ = try worker.resolve(extremes.plain, in: scene)
        try worker.press(extremes.primitives, in: scene)
      }
      _ = try worker.resolve(extremes.buttons, in: survey.scene)
    } catch {
      for finding in refusals(worker, survey) { context.note(finding) }
      throw .end(error)
    }
    context.detail = "\(extremes.buttons.count) buttons, \(extremes.scenes.count) scenes of state"
    return refusals(worker, survey)
  }

  /// Refusals that occur only here, but not of long texts, which are meant to be refused.
  private func refusals(_ worker: CheckWorker, _ survey: Survey) -> [CheckFinding] {
    let usual = Set(survey.notes.map { [$0.frame.name.string, "\($0.frame.status)"] })
    let notes = worker.notes.filter {
      $0.frame.status != CallStatus.limit
        && !usual.contains([$0.frame.name.string, "\($0.frame.status)"])
    }
    return Refusals.findings(notes).map { finding in
      var finding = finding
      finding.status = .warning
      return finding
    }
  }
}
