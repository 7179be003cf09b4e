import ButtonModel

/// The plugins' lanes by id. Lanes are never removed.
final class LaneTable {
  private(set) var all: [Lane] = []
  /// The lanes that a tick may have something to do for: idle plugins cost nothing.
  private(set) var active: [Lane] = []

  @inline(__always)
  subscript(id: LaneID) -> Lane { all[id.index] }

  func append(_ descriptor: PluginDescriptor, graceEnds: UInt64) -> Lane {
    let id = LaneID(index: all.count)
    let lane = Lane(id, descriptor: descriptor, graceEnds: graceEnds)
    all.append(lane)
    activate(lane)
    return lane
  }

  /// Buttons wait for the lane, or its worker has started or exited.
  func activate(_ lane: Lane) {
    if lane.isActive { return }
    lane.isActive = true
    active.append(lane)
  }

  func retireIdle() {
    if active.isEmpty { return }
    for lane in active where lane.isIdle { lane.isActive = false }
    // Usually all lanes are idle, or none is.
    if active.allSatisfy({ !$0.isActive }) { return active.empty() }
    if active.contains(where: { !$0.isActive }) { active.removeAll { !$0.isActive } }
  }

  func haveWork(now: UInt64) -> Bool {
    if active.isEmpty { return false }
    return active.contains { lane in
      lane.hasBatch || lane.needsFullState || lane.isAsked || lane.isMissed && now >= lane.graceEnds
    }
  }

  var areAsked: Bool { active.contains { $0.isAsked } }

  /// The number of lanes that the current frame waits for.
  private var awaitedCount = 0

  var areAwaited: Bool { awaitedCount > 0 }

  /// Whether the current frame waits for the lane.
  func setAwaited(_ lane: Lane, _ isAwaited: Bool) {
    if lane.setAwaited(isAwaited) { awaitedCount += isAwaited ? 1 : -1 }
  }

  /// Lets the frame be published without the lanes that have not answered.
  func stopWaiting() {
    if areAwaited { for lane in all { setAwaited(lane, false) } }
  }

  /// Whether a pointer event waits to be sent to a style or answered by one.
  var haveGestures: Bool {
    if !mayHaveGestures { return false }
    mayHaveGestures = all.contains { !$0.gestures.isIdle }
    return mayHaveGestures
  }

  /// False if `haveGestures` found nothing and no press was queued since.
  private var mayHaveGestures = false

  /// The press must have an event for its lane; `pressCount` counts the presses under way.
  func enqueue(_ press: PrimitivePress, pressCount: Int) {
    mayHaveGestures = true
    press.lane.gestures.enqueue(press, pressCount: pressCount)
  }
}
