/// Bounds how many workers start at the same time, so that a machine full of plugins still answers.
///
/// Somebody looks at the buttons that an urgent start, a recovery, is for: it waits for other
/// recoveries alone, and starts that are not urgent wait for it.
package struct StartQueue {
  /// How many may be starting at once; as many recoveries may be, whatever else is starting.
  package let capacity: Int
  private var starting: [UInt32] = []
  private var recovering: [UInt32] = []
  private var waiting: [UInt32] = []
  private var waitingToRecover: [UInt32] = []

  /// A queue for `capacity` starts at once, at least one.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The capacity for a machine with `processors` CPUs: one is left for the daemon.
  package static func capacity(processors: Int) -> Int { max(1, processors - 1) }

  /// A worker wants to start. The starts returned may begin now.
  package mutating func request(_ start: UInt32, isUrgent: Bool) -> [UInt32] {
    let known = [starting, recovering, waiting, waitingToRecover]
    guard !known.contains(where: { $0.contains(start) }) else { return [] }
    if isUrgent { waitingToRecover.append(start) } else { waiting.append(start) }
    return admit()
  }

  /// A worker's start has ended, well or badly, or it no longer wants one. The starts returned may
  /// begin now.
  package mutating func ended(_ start: UInt32) -> [UInt32] {
    starting.removeAll { $0 == start }
    recovering.removeAll { $0 == start }
    waiting.removeAll { $0 == start }
    waitingToRecover.removeAll { $0 == start }
    return admit()
  }

  private mutating func admit() -> [UInt32] {
    let urgent = waitingToRecover.prefix(capacity - recovering.count)
    waitingToRecover.removeFirst(urgent.count)
    recovering += urgent
    let ordinary = waiting.prefix(max(0, capacity - starting.count - recovering.count))
    waiting.removeFirst(ordinary.count)
    starting += ordinary
    return Array(urgent + ordinary)
  }
}
