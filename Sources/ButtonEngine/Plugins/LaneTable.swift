import ButtonModel

/// The plugins' lanes by id. Lanes are never removed.
final class LaneTable {
  private(set) var all: [Lane] = []
  /// The lanes that a tick may have something to do for: idle plugins cost nothing.
  private(set) var active: [Lane] = []

  /// The lane with an id of this table.
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

  /// Makes a lane active, because buttons wait for it or its worker has started or exited.
  func activate(_ lane: Lane) {
    if lane.isActive { return }
    lane.isActive = true
    active.append(lane)
  }

  /// Removes idle lanes from the active ones.
  func retireIdle() {
    if active.isEmpty { return }
    for lane in active where lane.isIdle { lane.isActive = false }
    // Usually either all lanes are idle or none is.
    if active.allSatisfy({ !$0.isActive }) { return active.empty() }
    if active.contains(where: { !$0.isActive }) { active.removeAll { !$0.isActive } }
  }

  /// Whether a tick has something to do for a lane now.
  func haveWork(now: UInt64) -> Bool {
    if active.isEmpty { return false }
    return active.contains { lane in
      lane.hasBatch || lane.needsFullState || lane.isAsked || lane.isMissed && now >= lane.graceEnds
    }
  }

  /// Whether a plugin has asked for an update of all its buttons.
  var areAsked: Bool { active.contains { $0.isAsked } }

  /// The number of lanes that the current frame waits for.
  private var awaitedCount = 0

  /// Whether the current frame waits for any lane.
  var areAwaited: Bool { awaitedCount > 0 }

  /// Sets whether the current frame waits for a lane.
  func setAwaited(_ lane: Lane, _ isAwaited: Bool) {
    if lane.setAwaited(isAwaited) { awaitedCount += isAwaited ? 1 : -1 }
  }

  /// Stops waiting for the lanes that have not answered, so that the frame can be published.
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
