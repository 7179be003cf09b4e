/// Bounds how many workers start at the same time, so that a machine full of plugins still answers.
package struct StartQueue {
  /// How many may be starting at once.
  package let capacity: Int
  private var starting: [UInt16] = []
  private var waiting: [UInt16] = []
  /// How many at the front of `waiting` are urgent.
  private var urgent = 0

  /// A queue for `capacity` starts at once, at least one.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The capacity for a machine with `processors` CPUs: one is left for the daemon.
  package static func capacity(processors: Int) -> Int { max(1, processors - 1) }

  /// A lane wants to start; an urgent one (a recovery) goes ahead of all that wait. The lanes
  /// returned may start now.
  package mutating func request(_ lane: UInt16, isUrgent: Bool) -> [UInt16] {
    guard !starting.contains(lane), !waiting.contains(lane) else { return [] }
    waiting.insert(lane, at: isUrgent ? urgent : waiting.count)
    if isUrgent { urgent += 1 }
    return admit()
  }

  /// A lane's start has ended, well or badly, or it no longer wants one. The lanes returned may
  /// start now.
  package mutating func ended(_ lane: UInt16) -> [UInt16] {
    starting.removeAll { $0 == lane }
    if let index = waiting.firstIndex(of: lane) {
      waiting.remove(at: index)
      if index < urgent { urgent -= 1 }
    }
    return admit()
  }

  private mutating func admit() -> [UInt16] {
    let count = min(capacity - starting.count, waiting.count)
    guard count > 0 else { return [] }
    let admitted = Array(waiting.prefix(count))
    waiting.removeFirst(count)
    urgent = max(0, urgent - count)
    starting += admitted
    return admitted
  }
}
