import ButtonModel
import ButtonStore

/// When held presses act, taps have waited long enough for a second press, and styles' timers fire.
///
/// A press has one time. Entries may outlast their press: code that takes what is due checks that
/// the press is still there.
struct PressTimers {
  private struct Entry {
    /// In nanoseconds of the engine's clock.
    var due: UInt64
    /// After this, nothing happens unless the client sends another event of the press; same clock.
    var end: UInt64
  }

  private var entries: [PressKey: Entry] = [:]
  /// When something is due next, or earlier; nil if nothing is to happen.
  private(set) var nextDue: UInt64?

  /// The client has said something of its press.
  mutating func hear(_ key: PressKey, now: UInt64) {
    if entries.isEmpty { return }
    entries[key]?.end = now &+ RepeatBehavior.longestMs.nanoseconds
  }

  func isSet(_ key: PressKey) -> Bool { entries[key] != nil }

  /// 0 if nothing is to happen.
  func time(of key: PressKey) -> UInt64 { entries[key]?.due ?? 0 }

  /// The client said something of the press at `heard`.
  mutating func set(_ key: PressKey, afterMs: Int, heard: UInt64, now: UInt64) {
    let due = now &+ afterMs.nanoseconds
    entries[key] = Entry(due: due, end: heard &+ RepeatBehavior.longestMs.nanoseconds)
    nextDue = min(nextDue ?? due, due)
  }

  /// Sets when a due press acts next.
  mutating func setNext(_ key: PressKey, afterMs: Int, now: UInt64) {
    let due = now &+ afterMs.nanoseconds
    entries[key]?.due = due
    nextDue = min(nextDue ?? due, due)
  }

  /// It is over, or nothing is to happen with it any more.
  mutating func end(_ key: PressKey) {
    if entries.isEmpty { return }
    entries[key] = nil
    if entries.isEmpty { nextDue = nil }
  }

  /// Returns presses in the order of their times. Ends those of which clients have said nothing for
  /// too long. What was missed is not made up for.
  mutating func due(now: UInt64) -> [PressKey] {
    guard let next = nextDue, next <= now else { return [] }
    let due = entries.filter { $0.value.due <= now }.sorted {
      ($0.value.due, $0.key.connection.rawValue, $0.key.slot.rawValue)
        < ($1.value.due, $1.key.connection.rawValue, $1.key.slot.rawValue)
    }
    nextDue = entries.values.lazy.map(\.due).filter { $0 > now }.min()
    let silent = due.filter { $0.value.due > $0.value.end }
    for (key, _) in silent { end(key) }
    return due.filter { $0.value.due <= $0.value.end }.map(\.key)
  }
}

extension Int {
  /// This number of milliseconds in nanoseconds.
  fileprivate var nanoseconds: UInt64 { UInt64(self) * 1_000_000 }
}
