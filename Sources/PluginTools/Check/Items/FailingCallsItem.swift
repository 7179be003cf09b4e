import ButtonProtocol
import PluginChannel

/// Every read and set fails in turn: the plugin must end with an error or a look.
struct FailingCallsItem: CheckItem {
  let id = "failing-calls"
  let title = "failing reads and sets are borne"

  /// The calls of one button that fail in turn.
  private static let calls = 256

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let worker = try context.worker(CheckConditions(.failsCallsByTurns))
    let cases = CheckCases(survey.plugin.manifest)
    for button in cases.plain {
      let copies = Array(repeating: button, count: FailingCallsItem.calls)
      do throws(WorkerEnd) {
        _ = try worker.resolve(copies, in: survey.scene, batchSize: copies.count)
      } catch {
        var end = error
        let number = (error.index ?? 0) + 1
        end.place?.inputs = "when its read or set number \(number) fails"
        throw .end(end)
      }
    }
    do throws(WorkerEnd) {
      try worker.press(cases.primitives, in: survey.scene)
      return []
    } catch {
      throw .end(error)
    }
  }
}
