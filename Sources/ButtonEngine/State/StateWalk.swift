import ButtonStore

/// Brings a subscriber to the present state, a part in each turn, so that no turn costs more than a few
/// milliseconds however many keys there are.
///
/// It goes through all keys in the order of their ids. Keys that change behind it are listed and sent at
/// the end, so it arrives even if there are changes in every tick.
struct StateWalk {
  /// The id at which the next part begins; beyond all ids when only listed keys are left.
  private(set) var next: Int
  /// Only keys that changed after this revision are sent; nil sends all keys with a value.
  private(set) var after: UInt64?
  /// The revision that the client has once it has all parts; they may contain later values already.
  private(set) var revision: UInt64
  /// The keys to send after all others; nil if they are too many to list.
  private var listed: [KeyID]?
  /// Whether the client expects more.
  var hasMore = false

  /// Keys to send at once.
  struct Part {
    let keys: [KeyID]
    /// Where the next one begins; nil if these are the last keys.
    let end: Int?
  }

  /// The maximum number of listed keys.
  static let mostListed = 4_096

  /// A walk to a revision: through all keys, or only through those listed.
  init(after: UInt64?, to revision: UInt64, listed: [KeyID]?) {
    next = listed == nil ? 0 : .max
    self.after = after
    self.revision = revision
    self.listed = listed ?? []
  }

  /// The listed keys if no others are left.
  var remaining: [KeyID]? { next == .max ? listed : nil }

  /// Notes keys that a commit has changed: those that were passed are sent again at the end. Without a
  /// list, or if it becomes too long, a further walk finds them, as they have changed since.
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

  /// Moves on behind the keys of a part that were sent; true if nothing is left.
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

  /// Turns to what has changed on the way, once everything else was sent; false if that is nothing.
  mutating func turnToRest(_ present: UInt64) -> Bool {
    if let listed, listed.isEmpty { return false }
    self = StateWalk(after: revision, to: present, listed: listed)
    return true
  }
}
