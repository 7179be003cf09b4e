/// Bounds how many workers start at once, so that a machine full of plugins stays responsive.
///
/// An urgent start, a recovery, is for buttons that somebody looks at: it waits for other
/// recoveries only, and other starts wait for it.
package struct StartQueue {
  /// The starts at once; as many recoveries may run beside them.
  package let capacity: Int
  private var starting: [UInt32] = []
  private var recovering: [UInt32] = []
  private var waiting: [UInt32] = []
  private var waitingToRecover: [UInt32] = []

  /// Creates a queue with a capacity of at least one.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Leaves one processor to the daemon.
  package static func capacity(processors: Int) -> Int { max(1, processors - 1) }

  /// Returns the starts that may begin now.
  package mutating func request(_ start: UInt32, isUrgent: Bool) -> [UInt32] {
    let known = [starting, recovering, waiting, waitingToRecover]
    guard !known.contains(where: { $0.contains(start) }) else { return [] }
    if isUrgent { waitingToRecover.append(start) } else { waiting.append(start) }
    return admit()
  }

  /// A start has ended, successful or not, or is no longer wanted. Returns the starts that may
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
