/// When buttons are to be resolved again, at most one time for each.
struct ButtonTimers {
  static let capacity = 65_536

  /// By slot, the lower half of a handle: the next button in a slot replaces the time of one that
  /// is gone.
  private var times: [UInt32: (handle: UInt64, time: Int64)] = [:]
  /// Not later than the first of the times; nil if there are none.
  private(set) var earliest: Int64?

  /// The button is being resolved: its time no longer counts.
  mutating func remove(_ handle: UInt64) {
    if times.isEmpty { return }
    times[ButtonTimers.slot(handle)] = nil
    if times.isEmpty { earliest = nil }
  }

  /// Keeps an earlier time of the button; false if too many buttons wait.
  mutating func add(_ handle: UInt64, at time: Int64) -> Bool {
    let slot = ButtonTimers.slot(handle)
    var time = time
    if let other = times[slot] {
      if other.handle == handle { time = min(time, other.time) }
    } else if times.count >= ButtonTimers.capacity {
      return false
    }
    times[slot] = (handle, time)
    earliest = min(earliest ?? time, time)
    return true
  }

  /// Removes and returns the buttons whose time has come.
  mutating func due(at now: Int64) -> [UInt64] {
    let due = times.filter { $0.value.time <= now }
    for slot in due.keys { times[slot] = nil }
    earliest = times.values.lazy.map(\.time).min()
    return due.values.map(\.handle)
  }

  mutating func removeAll() -> [UInt64] {
    let handles = times.values.map(\.handle)
    times.removeAll()
    earliest = nil
    return handles
  }

  private static func slot(_ handle: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: handle) }
}
