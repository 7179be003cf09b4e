/// The times at which buttons are to be resolved again, at most one for each.
struct ButtonTimers {
  /// The most buttons that may wait.
  static let capacity = 65_536

  /// By slot, the lower half of a handle: the next button there ends the time of one that is gone.
  private var times: [UInt32: (handle: UInt64, time: Int64)] = [:]
  /// At or before the earliest of the times; nil when there is none.
  private(set) var earliest: Int64?

  /// Notes that a button is being resolved: its time does not count any more.
  mutating func remove(_ handle: UInt64) {
    if times.isEmpty { return }
    times[ButtonTimers.slot(handle)] = nil
    if times.isEmpty { earliest = nil }
  }

  /// Notes when a button is to be resolved again unless it is earlier anyway; false when too many wait.
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

  /// Takes out the buttons whose time has come.
  mutating func due(at now: Int64) -> [UInt64] {
    let due = times.filter { $0.value.time <= now }
    for slot in due.keys { times[slot] = nil }
    earliest = times.values.lazy.map(\.time).min()
    return due.values.map(\.handle)
  }

  /// Takes all buttons out.
  mutating func removeAll() -> [UInt64] {
    let handles = times.values.map(\.handle)
    times.removeAll()
    earliest = nil
    return handles
  }

  private static func slot(_ handle: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: handle) }
}
