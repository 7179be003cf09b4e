/// Decides when changed folders have been left alone long enough to be read.
///
/// It touches no file and no clock; times are nanoseconds.
struct FolderSettling {
  private struct Change {
    let first: UInt64
    var last: UInt64
  }

  private let settleTime: UInt64
  private let settleTimeCap: UInt64
  private var changes: [String: Change] = [:]

  init(settleTime: UInt64, settleTimeCap: UInt64) {
    self.settleTime = settleTime
    self.settleTimeCap = max(settleTime, settleTimeCap)
  }

  var count: Int { changes.count }

  /// Returns when the folder will have settled, unless it changes again.
  @discardableResult
  mutating func changed(_ folder: String, at now: UInt64) -> UInt64 {
    changes[folder, default: Change(first: now, last: now)].last = now
    return now + settleTime
  }

  /// The folders to be read now, sorted; at most `limit` of them.
  mutating func settled(at now: UInt64, atMost limit: Int = .max) -> [String] {
    var folders: [String] = []
    for (folder, change) in changes where end(of: change) <= now {
      folders.append(folder)
      if folders.count == limit { break }
    }
    for folder in folders { changes[folder] = nil }
    return folders.sorted()
  }

  /// When to call `settled`; nil for never.
  var wakeAt: UInt64? { changes.values.map(end).min() }

  private func end(of change: Change) -> UInt64 {
    min(change.last + settleTime, change.first + settleTimeCap)
  }
}
