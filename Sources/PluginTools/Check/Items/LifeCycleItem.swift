import ButtonProtocol
import PluginChannel

struct LifeCycleItem: CheckItem {
  let id = "life-cycle"
  let title = "creating and destroying leaves nothing behind"

  /// What all lives together may leave: caches that fill up once.
  private static let heapBytes: UInt64 = 16 << 10
  private static let addressBytes: UInt64 = 4 << 20

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    if context.cannotStop { throw .skip("the plugin does not stop; see the item handshake") }
    let lives = context.settings.lives
    let worker = try context.worker(
      CheckConditions(lives: UInt32(clamping: lives)),
      circumstances: "while it is created and destroyed \(lives) times")
    do throws(WorkerEnd) {
      _ = try worker.resolve(CheckCases(survey.plugin.manifest).plain, in: survey.scene)
    } catch {
      throw .end(error)
    }
    guard let growth = worker.notes.first(where: { $0.frame.kind == .growth })?.frame else {
      return []
    }
    let counted = UInt64(max(lives - lives / 10, 1))
    context.detail = "\(lives) times, \(growth.bits) bytes more"
    guard growth.bits > LifeCycleItem.heapBytes || growth.second > LifeCycleItem.addressBytes
    else { return [] }
    let bytes = max(growth.bits, growth.second)
    return [
      CheckFinding(
        .failed, "grows by \(bytes / counted) bytes each time it is created and destroyed",
        remedy: "free in destroy() what create() and warm_up() made")
    ]
  }
}
