import ButtonStore

/// Brings a subscriber to the present state, a part in each turn, so that no turn costs more than a
/// few milliseconds however many keys there are.
///
/// It goes through all keys in the order of their ids. Keys that change behind it are listed and
/// sent at the end, so it arrives even if there are changes in every tick.
struct StateWalk {
  /// Where the next part begins; beyond all ids when only listed keys remain.
  private(set) var next: Int
  /// Only keys that changed after this are sent; nil sends all keys with a value.
  private(set) var after: UInt64?
  /// What the client has after all parts, which may contain later values already.
  private(set) var revision: UInt64
  /// The keys to be sent after all others; nil if they are too many to list.
  private var listed: [KeyID]?
  /// Whether the client expects more.
  var hasMore = false

  /// Keys to send at once.
  struct Part {
    let keys: [KeyID]
    /// Where the next part begins; nil after the last.
    let end: Int?
  }

  static let mostListed = 4_096

  /// Through all keys, or only through those listed.
  init(after: UInt64?, to revision: UInt64, listed: [KeyID]?) {
    next = listed == nil ? 0 : .max
    self.after = after
    self.revision = revision
    self.listed = listed ?? []
  }

  /// Nil while other keys remain.
  var remaining: [KeyID]? { next == .max ? listed : nil }

  /// Keys that were passed are sent again at the end. Without a list, or if it becomes too long, a
  /// further walk finds them, as they have changed since.
  mutating func note(_ changed: [KeyID], keepsList: Bool) {
    guard var keys = listed else { return }
    listed = nil
    keys += changed.lazy.filter { Int($0.rawValue) < next }
    var seen = KeySet()
    keys.removeAll { !seen.insert($0) }
    if keys.count <= (keepsList ? StateWalk.mostListed : 0) {
      listed = keys
    } else if next == .max {
      next = 0
      listed = []
    }
  }

  /// Moves past the keys of a part that were sent; true if nothing remains.
  mutating func advance(_ sent: Int, of part: Part) -> Bool {
    if next == .max {
      listed?.removeFirst(sent)
    } else if sent < part.keys.count {
      next = Int(part.keys[sent].rawValue)
    } else {
      next = part.end ?? .max
    }
    return sent == part.keys.count && part.end == nil
  }

  /// Turns to what has changed on the way, once everything else was sent; false if nothing has.
  mutating func turnToRest(_ present: UInt64) -> Bool {
    if let listed, listed.isEmpty { return false }
    self = StateWalk(after: revision, to: present, listed: listed)
    return true
  }
}
