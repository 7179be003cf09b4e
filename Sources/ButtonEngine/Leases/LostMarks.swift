import ButtonModel
import ButtonStore

/// Which keys were lost as of the last commit, and what was marked since: all readers of a key show
/// its loss in the same frame.
struct LostMarks {
  private struct Mark {
    let key: KeyID
    let quality: KeyID
  }

  private var committed = KeySet()
  private(set) var committedCount = 0
  /// Keys that were lost or came back since then, perhaps several times.
  private var marks: [Mark] = []

  var hasNew: Bool { !marks.isEmpty }

  func isCommitted(_ key: KeyID) -> Bool { committedCount > 0 && committed.contains(key) }

  /// The value of the quality says whether the key was lost or came back.
  mutating func note(_ key: KeyID, quality: KeyID) {
    marks.append(Mark(key: key, quality: quality))
  }

  /// What a commit makes of the marks.
  struct Committed {
    /// The keys that were lost or came back.
    var changed: [KeyID] = []
    /// Also those that came back and were lost again meanwhile, perhaps with another lease.
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
