import ButtonModel
import ButtonProtocol

/// Finds the subscriptions that match a button, and caches the result.
///
/// A record stores the number of its list of subscriptions and the table's version that the list is
/// for. Each subscription added or removed makes a new version; a record that is a few versions
/// behind is matched only against these.
struct WatchTable {
  /// Versions for which the added or removed subscription is remembered.
  private static let rememberedChanges = 8
  /// Matching a button against more globs than this costs more than finding its list again.
  private static let fewGlobs = 4
  /// The limit for all lists together; beyond it all lists are dropped and found again.
  private static let maximumIndices = 1 << 20

  private var index = MatchIndex()
  private var matches: [Match?] = []
  /// Distinct; a record stores the index of its list plus one.
  private var lists: [[Int]] = []
  private var numbers: [[Int]: UInt32] = [:]
  private var indexCount = 0
  private var version: UInt64 = 1
  /// The oldest version whose lists still hold.
  private var oldestVersion: UInt64 = 1
  /// Matchers of the last subscriptions added or removed, by version; nil for one with many globs.
  private var changes: [Matcher?] = Array(repeating: nil, count: WatchTable.rememberedChanges)

  /// The indices of subscriptions; numbers begin with 1.
  subscript(number: UInt32) -> [Int] { lists[Int(number) - 1] }

  mutating func insert(_ matcher: Matcher, at place: Int) {
    index.insert(matcher.match, at: place)
    while matches.count <= place { matches.append(nil) }
    matches[place] = matcher.match
    note(matcher)
  }

  mutating func remove(_ matcher: Matcher, at place: Int) {
    index.remove(matcher.match, at: place)
    matches[place] = nil
    note(matcher)
  }

  /// Brings the record's list up to date.
  @inline(__always)
  mutating func update(_ record: ButtonRecord) {
    if record.watchVersion != version { catchUp(record) }
  }

  private mutating func note(_ matcher: Matcher) {
    version += 1
    let isQuick = matcher.match.globs.count <= WatchTable.fewGlobs
    changes[Int(version % UInt64(WatchTable.rememberedChanges))] = isQuick ? matcher : nil
  }

  private mutating func catchUp(_ record: ButtonRecord) {
    if !isUnaffected(record) { find(record) }
    record.watchVersion = version
  }

  /// Whether none of the subscriptions added or removed since then matches the button.
  private func isUnaffected(_ record: ButtonRecord) -> Bool {
    let known = record.watchVersion
    guard known >= oldestVersion, version - known < UInt64(WatchTable.rememberedChanges) else {
      return false
    }
    var work = 0
    for change in known + 1...version {
      let matcher = changes[Int(change % UInt64(WatchTable.rememberedChanges))]
      let isMeant = record.id.bytes.withUnsafeBytes {
        matcher?.matches(id: $0, group: record.group, work: &work) ?? true
      }
      if isMeant { return false }
    }
    return true
  }

  private mutating func find(_ record: ButtonRecord) {
    let found = index.places(id: record.id, group: record.group) { matches[$0] }
    if found.isEmpty {
      record.watch = 0
    } else if let number = numbers[found] {
      record.watch = number
    } else {
      if indexCount > WatchTable.maximumIndices { forget() }
      lists.append(found)
      indexCount += found.count
      record.watch = UInt32(lists.count)
      numbers[found] = record.watch
    }
  }

  private mutating func forget() {
    version += 1
    oldestVersion = version
    lists.removeAll()
    numbers.removeAll()
    indexCount = 0
  }
}
