import ButtonProtocol
import PluginChannel

/// Nothing is read behind the host's tables.
struct TruncatedTableItem: CheckItem {
  let id = "truncated-table"
  let title = "nothing is used that the host's tables do not have"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let worker = try context.worker(
      CheckConditions(.endsTablesAtPages),
      circumstances: "on a host whose tables end where its ABI does (use BTN_HAS)")
    let cases = CheckCases(survey.plugin.manifest)
    do throws(WorkerEnd) {
      _ = try worker.resolve(cases.plain, in: survey.scene)
      try worker.press(cases.primitives, in: survey.scene)
      return []
    } catch {
      throw .end(error)
    }
  }
}
