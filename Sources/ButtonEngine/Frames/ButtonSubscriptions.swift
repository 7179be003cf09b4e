import ButtonModel
import ButtonProtocol
import ButtonStore

/// All subscriptions to buttons, one for each distinct specification.
final class ButtonSubscriptions {
  private var entries: [ButtonSubscription?] = []
  /// Names are only hashes of the specification.
  private var indices: [SubscriptionSpec: Int] = [:]
  private var freeIndices: [Int] = []
  private var watches = WatchTable()
  /// Indices of those with something to send.
  private var touched: [Int] = []
  /// Scratch for the next such list.
  private var spare: [Int] = []
  /// Indices of those whose rate limit holds back changes.
  private var heldBack: [Int] = []

  @inline(__always)
  subscript(index: Int) -> ButtonSubscription? { entries[index] }

  /// When the first held-back changes may be sent.
  var nextDue: UInt64? {
    heldBack.isEmpty ? nil : heldBack.compactMap { entries[$0]?.nextDue }.min()
  }

  /// Creates the subscription if it is new.
  func index(of spec: SubscriptionSpec, traitSet: Int, cursor: UInt64) -> Int {
    if let index = indices[spec] {
      if let entry = entries[index] { lift(entry, to: cursor) }
      return index
    }
    let entry = ButtonSubscription(spec: spec, traitSet: traitSet, cursor: cursor)
    let index = freeIndices.popLast() ?? entries.count
    if index == entries.count { entries.append(entry) } else { entries[index] = entry }
    indices[spec] = index
    watches.insert(entry.matcher, at: index)
    return index
  }

  /// It must have no members.
  func remove(at index: Int) {
    guard let entry = entries[index] else { return }
    entries[index] = nil
    indices[entry.spec] = nil
    freeIndices.append(index)
    watches.remove(entry.matcher, at: index)
    touched.removeAll { $0 == index }
    heldBack.removeAll { $0 == index }
  }

  /// Notes a change since the frame that ended with `publishedSerial`.
  func touch(_ slot: ButtonSlot, _ record: ButtonRecord, publishedSerial: UInt64) {
    watches.update(record)
    if record.watch == 0 { return }
    forEachWatcher(record.watch, publishedSerial) { $0.changes.append(slot) }
  }

  /// Notes that a button was removed or has left its group.
  func recordRemoval(_ entry: Tombstones.Entry, of record: ButtonRecord, publishedSerial: UInt64) {
    watches.update(record)
    if record.watch == 0 { return }
    forEachWatcher(record.watch, publishedSerial) { $0.changes.append(entry) }
  }

  @inline(__always)
  private func forEachWatcher(
    _ watch: UInt32, _ publishedSerial: UInt64, _ body: (ButtonSubscription) -> Void
  ) {
    for index in watches[watch] {
      guard let entry = entries[index] else { continue }
      if !entry.isTouched {
        lift(entry, to: publishedSerial)
        entry.isTouched = true
        touched.append(index)
      }
      body(entry)
    }
  }

  /// Advances the cursor over unchanged serials, unless changes are held back or about to be sent.
  func lift(_ entry: ButtonSubscription, to serial: UInt64) {
    if entry.isHeldBack || entry.isTouched { return }
    entry.cursor = serial
    entry.changes.removeAll()
  }

  func holdBack(_ entry: ButtonSubscription, at index: Int) {
    if !entry.isHeldBack { heldBack.append(index) }
    entry.isHeldBack = true
  }

  var areHeldBack: Bool { !heldBack.isEmpty }

  /// Removes and returns those that may be sent their held-back changes now.
  func takeDue(now: UInt64) -> [Int] {
    let due = heldBack.filter { index in entries[index].map { now >= $0.nextDue } ?? true }
    if due.isEmpty { return [] }
    for index in due { entries[index]?.isHeldBack = false }
    heldBack.removeAll { entries[$0]?.isHeldBack != true }
    return due
  }

  /// While changes are held back, gives the member a separate cursor to be sent them by.
  func detach(_ connection: ConnectionID, from index: Int) {
    guard let entry = entries[index], entry.isHeldBack,
      let member = entry.index(of: connection),
      entry.members[member].cursor == nil
    else { return }
    entry.members[member].cursor = entry.cursor
  }

  /// Takes the indices of those with something to send, and calls `body` with each.
  func takeTouched(_ body: (Int) -> Void) {
    var taken: [Int] = []
    swap(&taken, &spare)
    swap(&taken, &touched)
    for index in taken { entries[index]?.isTouched = false }
    for index in taken { body(index) }
    taken.empty()
    spare = taken
  }
}
