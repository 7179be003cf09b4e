import ButtonModel

/// A snapshot that is read beside the store: pages of keys as of some time after the join, then the
/// log from the join until it has reached a revision later than all pages.
struct SnapshotStage {
  private struct Field {
    var revision: UInt64
    var value: StateValue?
  }

  /// The last number of each life at the join.
  let numbers: [Life: UInt64]
  /// The cursor was of another history, and not only too old.
  let isFork: Bool
  /// The revision to which the history was restored since this daemon's last session; nil if it was
  /// not restored. The engine has no numbers of lives from before.
  let restored: UInt64?
  /// How far the log has been laid over the pages.
  private(set) var cursor: FleetCursor
  /// The place to reach; nil until all pages are there.
  private(set) var target: FleetCursor?
  /// The log's chain at the target's revision.
  private var chainAtTarget: Chain?
  /// Keys whose value on a page is later than the join and not yet confirmed by the log.
  private var unconfirmed: Set<UTF8String> = []
  private let joinRevision: UInt64
  /// This daemon's requests whose entries have arrived.
  private(set) var settled: [RequestNumber: UInt64] = [:]
  private(set) var bytes = 0
  private var fields: [UTF8String: Field] = [:]

  init(_ reply: JoinReply, of place: FleetCursor?) {
    numbers = reply.numbers
    var isFork = reply.verdict == .fork
    var restored: UInt64?
    if let place, let end = reply.restored, reply.verdict != .tail {
      // At the next revision the log begins: whether a cursor there is of the history before is
      // unknown.
      if isFork || place.revision <= end + 1 { restored = end }
      if place.revision == end + 1 { isFork = true }
    }
    self.isFork = isFork
    self.restored = restored
    cursor = reply.head
    joinRevision = reply.head.revision
  }

  /// All of it has arrived.
  var isComplete: Bool { target.map { cursor.revision >= $0.revision } ?? false }

  /// All of it is of one history.
  var isSound: Bool {
    guard let target, target.revision >= joinRevision, unconfirmed.isEmpty else { return false }
    return chainAtTarget == target.chain
  }

  /// A value later than the join must also arrive in the log, or it is of a history that the engine
  /// has lost meanwhile.
  mutating func add(page key: UTF8String, _ value: StateValue?, revision: UInt64) {
    if revision > joinRevision { unconfirmed.insert(key) }
    put(key, value, revision)
  }

  /// An entry older than a page's revision of the key does not confirm it.
  mutating func add(log key: UTF8String, _ value: StateValue?, revision: UInt64) {
    if let known = fields[key], known.revision <= revision { unconfirmed.remove(key) }
    put(key, value, revision)
  }

  private mutating func put(_ key: UTF8String, _ value: StateValue?, _ revision: UInt64) {
    if let known = fields[key], known.revision > revision { return }
    let old = fields.updateValue(Field(revision: revision, value: value), forKey: key)
    bytes += (value?.bytes ?? 0) - (old?.value?.bytes ?? 0)
    if old == nil { bytes += 64 + key.bytes.count }
  }

  mutating func finishPages(at head: FleetCursor) {
    target = head
    if cursor.revision == head.revision { chainAtTarget = cursor.chain }
  }

  mutating func advance(to cursor: FleetCursor) {
    self.cursor = cursor
    if cursor.revision == target?.revision { chainAtTarget = cursor.chain }
  }

  mutating func settle(_ number: RequestNumber, at revision: UInt64) { settled[number] = revision }

  func value(of key: UTF8String) -> StateValue? { fields[key]?.value }

  var values: some Sequence<(UTF8String, StateValue)> {
    fields.lazy.compactMap { key, field in field.value.map { (key, $0) } }
  }
}
