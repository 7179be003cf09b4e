import ButtonProtocol
import PluginChannel
import PluginHost

struct MemoryItem: CheckItem {
  let id = "memory"
  let title = "resolving leaves nothing behind"

  /// How often every button is asked for in one half.
  private static let rounds = 256
  /// What each half may leave: caches fill up in the first.
  private static let heapBytes: Int64 = 4 << 10
  private static let addressBytes: Int64 = 1 << 20

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    let worker = try context.worker(CheckConditions(.reportsMemory))
    let buttons = CheckCases(survey.plugin.manifest).plain
    var asked = 0
    func half() throws(CheckStop) -> CheckWorker.Memory? {
      for round in 0..<MemoryItem.rounds {
        if context.isNearlyOver { throw .skip("it took too long; see the item time") }
        do throws(WorkerEnd) {
          _ = try worker.resolve(buttons, in: survey.scenes[round % survey.scenes.count])
        } catch {
          throw .end(error)
        }
        asked += buttons.count
      }
      return worker.memory
    }
    guard let before = try half(), let middle = try half(), let after = try half() else {
      return []
    }
    asked -= MemoryItem.rounds * buttons.count
    let heap = min(middle.heap - before.heap, after.heap - middle.heap)
    let addresses = min(middle.addresses - before.addresses, after.addresses - middle.addresses)
    let bytes = max(after.heap - before.heap, 0)
    context.detail = "\(asked) buttons, \(bytes) bytes more"
    guard heap > MemoryItem.heapBytes || addresses > MemoryItem.addressBytes else { return [] }
    let each = max(after.heap - before.heap, after.addresses - before.addresses) / Int64(asked)
    return [
      CheckFinding(
        .failed, "keeps \(max(each, 1)) bytes for each button that it resolves, on average",
        remedy: "free in resolve() what resolve() made, also where it returns early")
    ]
  }
}
