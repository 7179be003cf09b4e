import ButtonModel
import ButtonStore

/// Which keys were lost as of the last commit, and what has been marked since.
///
/// Readers of a key show its loss in the frame of a commit, all of them in the same one.
struct LostMarks {
  private struct Mark {
    let key: KeyID
    let quality: KeyID
  }

  private var committed = KeySet()
  /// The number of keys that were lost as of the last commit.
  private(set) var committedCount = 0
  /// The keys that were lost or came back since then, each perhaps several times.
  private var marks: [Mark] = []

  /// Whether keys were lost or came back since the last commit.
  var hasNew: Bool { !marks.isEmpty }

  /// Whether a key was lost as of the last commit.
  func isCommitted(_ key: KeyID) -> Bool { committedCount > 0 && committed.contains(key) }

  /// Notes that a key was lost or came back: the value of its quality says which.
  mutating func note(_ key: KeyID, quality: KeyID) {
    marks.append(Mark(key: key, quality: quality))
  }

  /// What a commit makes of the marks.
  struct Committed {
    /// The keys that were lost or came back with it.
    var changed: [KeyID] = []
    /// These, and those that came back and were lost again meanwhile, perhaps with another lease.
    var marked: [KeyID] = []
  }

  /// Takes over the marks with the store's newest commit.
  mutating func commit(_ store: Store) -> Committed {
    var result = Committed()
    if marks.isEmpty { return result }
    var seen = Set<KeyID>()
    for mark in marks where seen.insert(mark.key).inserted {
      result.marked.append(mark.key)
      let isLost = store.value(of: mark.quality) != nil
      guard committed.contains(mark.key) != isLost else { continue }
      result.changed.append(mark.key)
      if isLost {
        _ = committed.insert(mark.key)
        committedCount += 1
      } else {
        committed.remove(mark.key)
        committedCount -= 1
      }
    }
    marks.empty(keepingUpTo: 4_096)
    return result
  }
}
