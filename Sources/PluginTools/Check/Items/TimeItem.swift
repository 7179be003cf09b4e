import PluginHost

struct TimeItem: CheckItem {
  let id = "time"
  let title = "a button takes well under a millisecond"

  /// Per button, as the daemon's deadline allows.
  private static let microseconds = UInt32(SupervisionFigures().batchTimePerButton / 1_000)
  /// Per button.
  private static let rounds = 15

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let worker = try context.worker()
    var findings: [CheckFinding] = []
    var slowest: UInt32 = 0
    for entry in CheckCases(survey.plugin.manifest).entries {
      let buttons = CheckCases(survey.plugin.manifest).plain.filter {
        $0.style == entry.style && $0.handler == entry.handler
      }
      var times: [UInt32] = []
      for _ in 0..<TimeItem.rounds {
        do throws(WorkerEnd) {
          times += try worker.resolve(buttons, in: survey.scene).map(\.microseconds)
        } catch {
          throw .end(error)
        }
      }
      times.sort()
      let median = times[times.count / 2]
      slowest = max(slowest, median)
      if median > TimeItem.microseconds {
        var place = entry.place(in: survey.plugin)
        place.state = nil
        findings.append(
          CheckFinding(
            .warning, "takes \(median) µs, half of the time more; 1,000 are the budget of a button",
            at: place,
            remedy: "work ahead in create() or warm_up(); resolve() is called for every change"))
      }
    }
    context.detail = "\(slowest) µs at most"
    return findings
  }
}
