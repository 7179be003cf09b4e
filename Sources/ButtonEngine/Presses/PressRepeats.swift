import ButtonModel
import ButtonStore

/// When held presses act again.
///
/// Entries may outlast their press: code that takes what is due looks whether the press is still there.
struct PressRepeats {
  /// One press that acts again.
  private struct Entry {
    /// What the client calls itself.
    var client: String?
    /// When it acts next, in nanoseconds of the engine's clock.
    var due: UInt64
    /// When it acts no more unless its client says something of the press, in the same.
    var end: UInt64
  }

  private var entries: [PressKey: Entry] = [:]
  /// When the next press acts again, or earlier; nil if none does.
  private(set) var nextDue: UInt64?

  /// A client has said something of its press, which is held inside the button from now on.
  mutating func hold(
    _ key: PressKey, _ behavior: RepeatBehavior, client: String?, isBeginning: Bool, now: UInt64
  ) {
    let end = now &+ RepeatBehavior.longestMs.nanoseconds
    if !isBeginning, entries[key] != nil {
      entries[key]?.end = end
      return
    }
    let due = now &+ behavior.afterMs.nanoseconds
    entries[key] = Entry(client: client, due: due, end: end)
    nextDue = min(nextDue ?? due, due)
  }

  /// A press is over, or is not inside the button any more.
  mutating func end(_ key: PressKey) {
    if entries.isEmpty { return }
    entries[key] = nil
    if entries.isEmpty { nextDue = nil }
  }

  /// The presses that act now, in the order of their times, and what their clients call themselves.
  mutating func due(now: UInt64) -> [(key: PressKey, client: String?)] {
    guard let next = nextDue, next <= now else { return [] }
    let due = entries.filter { $0.value.due <= now }.sorted {
      ($0.value.due, $0.key.connection.rawValue, $0.key.slot.rawValue)
        < ($1.value.due, $1.key.connection.rawValue, $1.key.slot.rawValue)
    }
    nextDue = entries.values.lazy.map(\.due).filter { $0 > now }.min()
    return due.map { ($0.key, $0.value.client) }
  }

  /// A press that was due has acted and does so again after an interval, unless its client has said
  /// nothing of it for too long. What was missed meanwhile is not made up for.
  mutating func again(_ key: PressKey, _ behavior: RepeatBehavior, now: UInt64) {
    guard let entry = entries[key] else { return }
    let due = now &+ behavior.everyMs.nanoseconds
    guard due <= entry.end else { return end(key) }
    entries[key]?.due = due
    nextDue = min(nextDue ?? due, due)
  }
}

extension Int {
  /// A time in milliseconds, in nanoseconds.
  fileprivate var nanoseconds: UInt64 { UInt64(self) * 1_000_000 }
}
