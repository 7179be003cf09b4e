import ButtonModel
import ButtonStore

/// The keys of each lease, who feeds them, and which are lost.
///
/// A key belongs to the lease and the holder that last wrote it under a lease; without a value it
/// belongs to none. When the holder is gone or silent for too long, its keys keep their values but
/// are lost until a client writes them under a lease, or the silent holder writes anything under
/// it. Whether a key is lost is also the value of a hidden key (``QualityKey``), through which it
/// reaches plugins and commits like any change.
final class Leases {
  /// One holder's part of a lease.
  struct Hold {
    let holder: LeaseHolder
    let lease: Int
    /// Nil if it counts for none.
    let user: UInt32?
    /// Nil if it may be silent indefinitely.
    var silentAfter: UInt64?
    var lastWrite: UInt64
    var isSilent = false
    /// What it sends is not read for now, so nothing says whether it is silent.
    var isUnread = false
    /// Its time was up, and it has until then: what it has sent meanwhile is read first.
    var reprievedUntil: UInt64?
    var keys: [LeasedKey] = []

    /// When it has been silent for too long; nil if never.
    var deadline: UInt64? {
      isSilent || isUnread ? nil : reprievedUntil ?? silentAfter.map { lastWrite &+ $0 }
    }
  }

  final class LeasedKey {
    let key: KeyID
    var lease: Int
    /// Nil after its holder has gone.
    var hold: Int?
    /// Also after its holder has gone; nil if it counts for none.
    var user: UInt32?
    /// Among the hold's keys.
    var position = 0
    /// Set while the key is lost, in the newest state.
    var quality: KeyID?
    /// The revision in which it was last lost or came back; 0 if never.
    var changedAt: UInt64 = 0

    var isLost: Bool { quality != nil }

    init(_ key: KeyID, lease: Int, hold: Int?) {
      (self.key, self.lease, self.hold) = (key, lease, hold)
    }
  }

  let store: Store
  let clients: ClientLedger
  private let unsaved: UnsavedEntries
  private(set) var leases = LeaseTable()
  var holds: [Hold?] = []
  private(set) var holdsOfHolder: [LeaseHolder: [Int]] = [:]
  private(set) var shares = LeaseShares()
  private var freeHolds: [Int] = []
  private(set) var keys = KeyMap<LeasedKey>()

  /// The number of keys that are lost in the newest state.
  private(set) var lostCount = 0
  private var marks = LostMarks()
  /// The quality keys written since ``takeFreshQualities()``.
  private(set) var freshQualities: [KeyID] = []
  /// No hold is silent for too long before this time.
  var firstDeadline: UInt64?

  init(store: Store, clients: ClientLedger, unsaved: UnsavedEntries) {
    self.store = store
    self.clients = clients
    self.unsaved = unsaved
  }

  /// What a client's part of a lease counts, and each of its keys.
  static let bytesPerHold = 512
  static let bytesPerKey = 128

  // MARK: Reading

  var isInUse: Bool { !keys.isEmpty }

  var keyCount: Int { keys.count }

  var hasCommittedLost: Bool { marks.committedCount > 0 }

  var hasNewMarks: Bool { marks.hasNew }

  /// Whether the key is lost in the newest state.
  func isLost(_ key: KeyID) -> Bool { lostCount > 0 && keys[key]?.isLost == true }

  func name(ofLeaseOf key: KeyID) -> UTF8String? { keys[key].flatMap { leases[$0.lease]?.name } }

  /// As of the last commit.
  func wasLost(_ key: KeyID) -> Bool { marks.isCommitted(key) }

  func changedAt(_ key: KeyID) -> UInt64 { keys[key]?.changedAt ?? 0 }

  func forEachQualityOfLost(_ body: (KeyID) -> Void) {
    if lostCount == 0 { return }
    for leased in keys.values {
      if let quality = leased.quality { body(quality) }
    }
  }

  // MARK: Writing

  /// Gives the keys to the lease. They are not lost, nor are others of a holder that was silent.
  func written(
    _ changes: borrowing ChangeSet, _ claim: LeaseClaim, _ effect: inout ChangeEffect
  ) {
    let hold = hold(of: claim) ?? open(claim)
    holds[hold]?.lastWrite = claim.now
    holds[hold]?.reprievedUntil = nil
    if let silentAfter = claim.silentAfter { holds[hold]?.silentAfter = silentAfter }
    if holds[hold]?.isSilent == true {
      holds[hold]?.isSilent = false
      for leased in holds[hold]?.keys ?? [] { setLost(leased, false, &effect) }
    }
    for index in changes.changes.indices {
      guard let key = changes.changes[index].key else { continue }
      if store.value(of: key) == nil {
        removed(key)
      } else {
        setLost(move(key, to: hold), false, &effect)
      }
    }
    if holds[hold]?.silentAfter == 0 {
      close(hold, &effect)
    } else if let deadline = holds[hold]?.deadline {
      noteDeadline(deadline)
    }
  }

  /// Takes the keys without a value out of their leases.
  func dropAbsent(_ changed: [KeyID]) {
    for key in changed where store.storedBytes(of: key) == nil { removed(key) }
  }

  /// The keys of all its leases are lost.
  func end(_ holder: LeaseHolder, _ effect: inout ChangeEffect) {
    for hold in holdsOfHolder[holder] ?? [] { close(hold, &effect) }
  }

  /// Returns what was lost or came back with the newest commit, for ``wasLost(_:)`` from then on.
  func commit() -> LostMarks.Committed { marks.commit(store) }

  // MARK: The journal

  /// Nobody feeds the key at the start, so it is lost.
  func restore(_ name: UTF8String, of key: UnsafeRawBufferPointer) {
    guard let key = store.key(named: key), store.value(of: key) != nil else { return }
    let lease = leases.open(name)
    let leased = LeasedKey(key, lease: lease, hold: nil)
    keys[key] = leased
    leases[lease]?.keyCount += 1
    leased.changedAt = store.revision
    mark(leased, isLost: true)
  }

  private func noteUnsaved(_ key: KeyID) {
    guard unsaved.areKept else { return }
    let name = store.name(of: key)
    if name.bytes.withUnsafeBytes({ StateKey.isVolatile($0) }) { return }
    unsaved.insert(.lease(name))
  }

  // MARK: Parts

  func hold(of claim: LeaseClaim) -> Int? {
    guard let lease = leases.index(of: claim.name) else { return nil }
    return holdsOfHolder[claim.holder]?.first { holds[$0]?.lease == lease }
  }

  private func open(_ claim: LeaseClaim) -> Int {
    let lease = leases.open(claim.name)
    leases.hold(lease, by: claim.holder)
    let hold = freeHolds.popLast() ?? holds.count
    if hold == holds.count { holds.append(nil) }
    let user = user(of: claim.holder)
    holds[hold] = Hold(holder: claim.holder, lease: lease, user: user, lastWrite: claim.now)
    shares.countLeases(of: user, by: 1)
    holdsOfHolder[claim.holder, default: []].append(hold)
    keep(Leases.bytesPerHold, for: claim.holder)
    return hold
  }

  private func close(_ index: Int, _ effect: inout ChangeEffect) {
    guard let hold = holds[index] else { return }
    for leased in hold.keys {
      leased.hold = nil
      setLost(leased, true, &effect)
    }
    holds[index] = nil
    freeHolds.append(index)
    holdsOfHolder[hold.holder]?.removeAll { $0 == index }
    if holdsOfHolder[hold.holder]?.isEmpty == true { holdsOfHolder[hold.holder] = nil }
    keep(-Leases.bytesPerHold - hold.keys.count * Leases.bytesPerKey, for: hold.holder)
    shares.countLeases(of: hold.user, by: -1)
    leases.release(hold.lease, by: hold.holder)
  }

  /// Takes the key from the hold that has it.
  private func move(_ key: KeyID, to hold: Int) -> LeasedKey {
    guard let lease = holds[hold]?.lease, let holder = holds[hold]?.holder else {
      preconditionFailure("a key is given to a hold that exists")
    }
    let user = holds[hold]?.user
    let leased: LeasedKey
    if let old = keys[key] {
      if old.hold == hold { return old }
      leased = old
      release(leased)
      if leased.lease != lease { move(leased, toLease: lease) }
      leased.hold = hold
    } else {
      leased = LeasedKey(key, lease: lease, hold: hold)
      keys[key] = leased
      leases[lease]?.keyCount += 1
      noteUnsaved(key)
    }
    shares.countKeys(of: leased.user, by: -1)
    shares.countKeys(of: user, by: 1)
    leased.user = user
    leased.position = holds[hold]?.keys.count ?? 0
    holds[hold]?.keys.append(leased)
    keep(Leases.bytesPerKey, for: holder)
    return leased
  }

  private func move(_ leased: LeasedKey, toLease lease: Int) {
    let old = leased.lease
    leases[old]?.keyCount -= 1
    leases[lease]?.keyCount += 1
    if leased.isLost {
      leases[old]?.lostCount -= 1
      leases[lease]?.lostCount += 1
    }
    leased.lease = lease
    noteUnsaved(leased.key)
    leases.dropIfUnused(old)
  }

  /// The key has no value any more, or only the daemon gives it one from now on.
  func removed(_ key: KeyID) {
    guard let leased = keys[key] else { return }
    release(leased)
    // Subscribers get its removal, which is all they need.
    if leased.isLost { mark(leased, isLost: false) }
    keys[key] = nil
    shares.countKeys(of: leased.user, by: -1)
    noteUnsaved(key)
    leases[leased.lease]?.keyCount -= 1
    leases.dropIfUnused(leased.lease)
  }

  /// The last key of the hold takes its position.
  private func release(_ leased: LeasedKey) {
    guard let hold = leased.hold, let holder = holds[hold]?.holder,
      let last = holds[hold]?.keys.popLast()
    else { return }
    if last !== leased {
      holds[hold]?.keys[leased.position] = last
      last.position = leased.position
    }
    keep(-Leases.bytesPerKey, for: holder)
  }

  func setLost(_ leased: LeasedKey, _ isLost: Bool, _ effect: inout ChangeEffect) {
    if leased.isLost == isLost { return }
    leased.changedAt = effect.revision
    effect.makesRevision = true
    mark(leased, isLost: isLost)
  }

  private func mark(_ leased: LeasedKey, isLost: Bool) {
    let quality = leased.quality ?? internQuality(of: leased.key)
    leased.quality = isLost ? quality : nil
    _ = store.setHidden(quality, isLost ? QualityKey.lost : nil)
    let difference = isLost ? 1 : -1
    leases[leased.lease]?.lostCount += difference
    lostCount += difference
    marks.note(leased.key, quality: quality)
    freshQualities.append(quality)
  }

  /// The hidden key that says whether a key is lost.
  func quality(of key: KeyID) -> KeyID { keys[key]?.quality ?? internQuality(of: key) }

  func takeFreshQualities() -> [KeyID] {
    defer { freshQualities.empty(keepingUpTo: 4_096) }
    return freshQualities
  }

  private func internQuality(of key: KeyID) -> KeyID {
    store.withName(of: key) { name in
      QualityKey.withName(of: name) { self.store.intern($0) }
    }
  }

  private func keep(_ bytes: Int, for holder: LeaseHolder) {
    switch holder {
    case .connection(let connection): clients.keep(bytes, for: connection)
    case .feed: break
    }
  }
}

extension Leases: KeyHolder {
  var keepsIDsForNow: Bool { hasNewMarks || !freshQualities.isEmpty }

  func holds(_ key: KeyID) -> Bool { keys.contains(key) || marks.isCommitted(key) }
}
