import ButtonModel

/// The plugins' lanes, by id; a lane stays for good.
final class LaneTable {
  private(set) var all: [Lane] = []
  /// Those for which a tick may have something to do: a tick costs nothing for idle plugins.
  private(set) var active: [Lane] = []

  /// The lane with an id that the table gave out.
  @inline(__always)
  subscript(id: LaneID) -> Lane { all[id.index] }

  /// Adds a lane for a plugin.
  func append(_ descriptor: PluginDescriptor, graceEnds: UInt64) -> Lane {
    let id = LaneID(index: all.count)
    let lane = Lane(id, descriptor: descriptor, graceEnds: graceEnds)
    all.append(lane)
    activate(lane)
    return lane
  }

  /// Notes that buttons wait for a lane, or that its worker came or went.
  func activate(_ lane: Lane) {
    if lane.isActive { return }
    lane.isActive = true
    active.append(lane)
  }

  /// Forgets the active lanes that have become idle.
  func retireIdle() {
    if active.isEmpty { return }
    for lane in active where lane.isIdle { lane.isActive = false }
    // Mostly all are idle, or none is.
    if active.allSatisfy({ !$0.isActive }) { return active.empty() }
    if active.contains(where: { !$0.isActive }) { active.removeAll { !$0.isActive } }
  }

  /// Whether a tick has something to do for a lane now.
  func haveWork(now: UInt64) -> Bool {
    if active.isEmpty { return false }
    return active.contains { lane in
      lane.hasBatch || lane.needsFullState || lane.isMissed && now >= lane.graceEnds
    }
  }

  /// The number of lanes that the present frame waits for.
  private var awaitedCount = 0

  /// Whether the present frame waits for a lane.
  var areAwaited: Bool { awaitedCount > 0 }

  /// Notes whether the present frame waits for a lane.
  func setAwaited(_ lane: Lane, _ isAwaited: Bool) {
    if lane.setAwaited(isAwaited) { awaitedCount += isAwaited ? 1 : -1 }
  }

  /// The frame goes without the lanes that have not answered.
  func stopWaiting() {
    if areAwaited { for lane in all { setAwaited(lane, false) } }
  }

  /// Whether a pointer event waits to be sent to a style or answered by one.
  var haveGestures: Bool {
    if !mayHaveGestures { return false }
    mayHaveGestures = all.contains { !$0.gestures.isIdle }
    return mayHaveGestures
  }

  /// False if `haveGestures` found nothing and no press was queued since: it need not look again.
  private var mayHaveGestures = false

  /// Queues a press that has an event for its lane; `pressCount` is the number of presses under way.
  func enqueue(_ press: PrimitivePress, pressCount: Int) {
    mayHaveGestures = true
    press.lane.gestures.enqueue(press, pressCount: pressCount)
  }
}
