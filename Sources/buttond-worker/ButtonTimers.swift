/// The times at which buttons are to be resolved again, at most one for each.
struct ButtonTimers {
  /// The most buttons that may wait.
  static let capacity = 65_536

  private var times: [UInt64: Int64] = [:]
  /// At or before the earliest of the times; nil when there is none.
  private(set) var earliest: Int64?

  /// Notes that a button is being resolved: its time does not count any more.
  mutating func remove(_ handle: UInt64) {
    if times.isEmpty { return }
    times[handle] = nil
    if times.isEmpty { earliest = nil }
  }

  /// Notes when a button is to be resolved again unless it is earlier anyway; false when too many wait.
  mutating func add(_ handle: UInt64, at time: Int64) -> Bool {
    guard let other = times[handle] else {
      guard times.count < ButtonTimers.capacity else { return false }
      times[handle] = time
      earliest = min(earliest ?? time, time)
      return true
    }
    times[handle] = min(time, other)
    earliest = min(earliest ?? time, time)
    return true
  }

  /// Takes out the buttons whose time has come.
  mutating func due(at now: Int64) -> [UInt64] {
    let handles = times.filter { $0.value <= now }.map(\.key)
    for handle in handles { times[handle] = nil }
    earliest = times.values.min()
    return handles
  }

  /// Takes all buttons out.
  mutating func removeAll() -> [UInt64] {
    let handles = Array(times.keys)
    times.removeAll()
    earliest = nil
    return handles
  }
}
