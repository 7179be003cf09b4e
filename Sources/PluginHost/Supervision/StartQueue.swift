/// Bounds how many workers start at the same time, so that a machine full of plugins still answers.
package struct StartQueue {
  /// How many may be starting at once.
  package let capacity: Int
  private var starting: [UInt32] = []
  private var waiting: [UInt32] = []
  /// How many at the front of `waiting` are urgent.
  private var urgent = 0

  /// A queue for `capacity` starts at once, at least one.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The capacity for a machine with `processors` CPUs: one is left for the daemon.
  package static func capacity(processors: Int) -> Int { max(1, processors - 1) }

  /// A worker wants to start; an urgent one (a recovery) goes ahead of all that wait. The starts
  /// returned may begin now.
  package mutating func request(_ start: UInt32, isUrgent: Bool) -> [UInt32] {
    guard !starting.contains(start), !waiting.contains(start) else { return [] }
    waiting.insert(start, at: isUrgent ? urgent : waiting.count)
    if isUrgent { urgent += 1 }
    return admit()
  }

  /// A worker's start has ended, well or badly, or it no longer wants one. The starts returned may
  /// begin now.
  package mutating func ended(_ start: UInt32) -> [UInt32] {
    starting.removeAll { $0 == start }
    if let index = waiting.firstIndex(of: start) {
      waiting.remove(at: index)
      if index < urgent { urgent -= 1 }
    }
    return admit()
  }

  private mutating func admit() -> [UInt32] {
    let count = min(capacity - starting.count, waiting.count)
    guard count > 0 else { return [] }
    let admitted = Array(waiting.prefix(count))
    waiting.removeFirst(count)
    urgent = max(0, urgent - count)
    starting += admitted
    return admitted
  }
}
