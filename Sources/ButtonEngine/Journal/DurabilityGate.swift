import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Journals changes in groups and enforces durability: if that is strict, answers and frames wait
/// until the changes that they report are in the journal, and changes are refused while it cannot
/// be written.
final class DurabilityGate {
  private let context: EngineContext
  private let clock: TickClock
  private let store: Store
  private let buttons: ButtonTable
  private let derived: DerivedKeys
  private let leases: Leases
  private let unsaved: UnsavedEntries
  private var journal = GroupCommitState()

  init(_ context: EngineContext, buttons: ButtonTable, derived: DerivedKeys) {
    self.context = context
    self.derived = derived
    clock = context.clock
    store = context.store
    leases = context.leases
    unsaved = context.unsaved
    self.buttons = buttons
  }

  /// Which changes survive a crash.
  var durability: Durability { journal.durability }

  /// See ``Engine/isDurabilityLost``.
  var isLost: Bool { journal.isLost }

  /// See ``Engine/unsavedCount``.
  var unsavedCount: Int { unwrittenCount + journal.underWay }

  /// The number of entries that no group has yet.
  private var unwrittenCount: Int { store.unsavedCount + unsaved.count }

  /// The group that has everything applied so far, also what makes no revision; it will be written.
  func awaitAll() -> UInt64 {
    let group = unwrittenCount > 0 ? journal.taken + 1 : journal.taken
    journal.awaited = max(journal.awaited, group)
    return group
  }

  /// Whether the group is written or could not be.
  func isSettled(_ group: UInt64) -> Bool { journal.settled >= group }

  /// See ``Engine/startJournal(_:revision:)``.
  func start(_ durability: Durability, revision: UInt64) {
    journal.durability = durability
    journal.isThere = true
    journal.recorded = revision
    store.revision = max(store.revision, revision)
    store.forgottenAt = store.revision
    clock.committedRevision = store.revision
    store.notesUnsaved = durability != .none
    unsaved.areKept = durability != .none
  }

  var holdsAnswers: Bool { pendingGroup != nil }

  /// The group that has everything applied so far; nil unless durability is strict and something is
  /// not written yet.
  var pendingGroup: UInt64? {
    guard journal.durability == .strict, !journal.isLost else { return nil }
    if unwrittenCount > 0 { return journal.taken + 1 }
    return journal.isBusy ? journal.taken : nil
  }

  /// The same, for something that waits for that group: it is written even if by then it is empty,
  /// because what was applied is undone.
  func awaitGroup() -> UInt64? {
    guard let group = pendingGroup else { return nil }
    journal.awaited = max(journal.awaited, group)
    return group
  }

  /// See ``Engine/awaitDurable(_:result:)``.
  func awaitDurable(_ ticket: Ticket, result: [UInt8]) {
    hold(
      .answered(ticket, .success(result)),
      or: .answered(ticket, .failure(.notDurable(applied: true, revision: store.revision))))
  }

  /// Sends the notice once everything applied so far is in the journal, or cannot be written.
  func notifyDurable(_ notice: EngineAction) { hold(notice, or: notice) }

  private func hold(_ action: EngineAction, or whenLost: EngineAction) {
    guard let group = awaitGroup() else { return context.actions.append(action) }
    journal.deferred.append(
      GroupCommitState.Deferred(group: group, whenKept: action, whenLost: whenLost))
  }

  /// Whether the open frame shows changes that are not in the journal yet.
  var holdsFrame: Bool {
    journal.durability == .strict && !journal.isLost && clock.frame.group > journal.settled
  }

  /// Whether changes must be durable and the journal cannot be written.
  var refusesChanges: Bool { journal.isLost && journal.durability == .strict }

  func checkDurable() throws(EngineError) {
    if refusesChanges { throw .notDurable(applied: false, revision: store.revision) }
  }

  /// Produces the next group if the journal is idle and the time has come.
  func takeGroup(now: UInt64) {
    guard journal.isThere, !journal.isBusy, isGroupWanted, now >= journal.nextTake else { return }
    var group = journal.spare.take() ?? JournalGroup(revision: 0)
    group.removeAll(revision: store.revision)
    store.takeUnsaved { key in
      // The journal has the definition of a derived key instead of its values.
      if derived[key] != nil {
        return unsaved.insert(.derivedKey(store.name(of: key)))
      }
      store.withName(of: key) {
        group.append(key: $0, keptValue(of: key, $0), revision: store.changedAt(key))
      }
    }
    unsaved.take { append($0, $1, to: &group) }
    journal.taken += 1
    journal.underWay = group.count
    if journal.durability == .relaxed { journal.nextTake = now &+ GroupCommitState.pace }
    context.statistics.journalGroups += 1
    context.statistics.journalEntries += UInt64(group.count)
    context.actions.append(.journal(group))
  }

  /// As the journal has it: of a shared key, what the fleet has.
  private func keptValue(of key: KeyID, _ name: UnsafeRawBufferPointer) -> StateValue? {
    if let shared = context.shared, !shared.committed.isEmpty,
      let committed = shared.committed[UTF8String(copying: name)]
    {
      return committed
    }
    return store.value(of: key)
  }

  private func append(
    _ name: EntryName, _ record: UnsavedEntries.Record?, to group: inout JournalGroup
  ) {
    switch name {
    case .button(let id): append(button: id, to: &group)
    case .group(let name): append(groupNamed: name, to: &group)
    case .derivedKey(let name): append(derivedKey: name, to: &group)
    case .lease(let key):
      let lease = store.key(named: key).flatMap { leases.name(ofLeaseOf: $0) }
      key.bytes.withUnsafeBytes { group.append(leaseOf: $0, lease) }
    case .scope(let name):
      name.bytes.withUnsafeBytes { group.append(scope: $0, record?.content) }
    case .request(let name):
      name.bytes.withUnsafeBytes {
        group.append(request: $0, record?.content, ordinal: record?.ordinal ?? 0)
      }
    case .image(let name):
      name.bytes.withUnsafeBytes { group.append(image: $0, record?.content) }
    }
  }

  private func append(button id: UTF8String, to group: inout JournalGroup) {
    context.writer.removeAll(keepingCapacity: true)
    var revision = store.revision
    if let shared = context.shared, !shared.committed.isEmpty,
      let committed = shared.committed[SharedDefinition.key(of: id)]
    {
      committed?.write(into: &context.writer)
    } else if let record = buttons.record(of: id), !record.isFromFile {
      record.definition.write(into: &context.writer)
      revision = record.definedAt
    }
    id.bytes.withUnsafeBytes { group.append(button: $0, definitionText, revision: revision) }
  }

  private func append(groupNamed name: UTF8String, to group: inout JournalGroup) {
    context.writer.removeAll(keepingCapacity: true)
    var revision = store.revision
    if let entry = buttons.groups.defined(name), !entry.isFromFile {
      entry.definition?.write(into: &context.writer)
      revision = entry.definedAt
    }
    name.bytes.withUnsafeBytes { group.append(group: $0, definitionText, revision: revision) }
  }

  /// The definition in the writer; nil, which removes the entry, if the writer is empty.
  private var definitionText: UnsafeRawBufferPointer? {
    context.writer.count == 0 ? nil : context.writer.bytes
  }

  private func append(derivedKey name: UTF8String, to group: inout JournalGroup) {
    let key = store.key(named: name)
    let entry = key.flatMap { derived[$0] }
    name.bytes.withUnsafeBytes { bytes in
      if let entry, !entry.isFromFile {
        group.append(derivedKey: bytes, entry.derivation.text, revision: entry.definedAt)
      } else if entry != nil || StateKey.isVolatile(bytes)
        || key.flatMap({ store.value(of: $0) }) == nil
      {
        group.append(key: bytes, nil, revision: store.revision)
      }
      // Otherwise the key has got a value since, which the group has.
    }
  }

  private var isGroupWanted: Bool {
    unwrittenCount > 0 || journal.awaited > journal.taken
      || store.revision > journal.recorded + GroupCommitState.unrecorded
  }

  /// When the next group is due; nil if there is nothing to write or a group is under way.
  var groupWake: UInt64? {
    journal.isThere && !journal.isBusy && isGroupWanted ? journal.nextTake : nil
  }

  /// The daemon is about to stop.
  func hurry() { journal.nextTake = 0 }

  func committed(_ group: consuming JournalGroup) {
    journal.settled = journal.taken
    journal.underWay = 0
    journal.recorded = group.revision
    journal.isLost = false
    journal.patience = GroupCommitState.firstPatience
    journal.spare = group.byteCount <= GroupCommitState.spareBytes ? group : nil
    let settled = journal.settled
    journal.deferred.removeAll { held in
      guard held.group <= settled else { return false }
      context.actions.append(held.whenKept)
      return true
    }
  }

  /// See ``Engine/journalFailed(_:now:)``. Returns the group's number.
  func failed(_ group: JournalGroup, now: UInt64) -> UInt64 {
    journal.settled = journal.taken
    journal.underWay = 0
    journal.isLost = true
    journal.nextTake = now &+ journal.patience
    journal.patience = min(journal.patience * 2, GroupCommitState.lastPatience)
    context.statistics.journalFailures += 1
    group.visit { entry in
      switch entry.subject {
      case .key
      where entry.derivation != nil || isDerived(entry.name) || StateKey.isVolatile(entry.name):
        unsaved.insert(.derivedKey(UTF8String(copying: entry.name)))
      case .key: store.putBackUnsaved(entry.name)
      case .button: unsaved.insert(.button(UTF8String(copying: entry.name)))
      case .group: unsaved.insert(.group(UTF8String(copying: entry.name)))
      case .lease: unsaved.insert(.lease(UTF8String(copying: entry.name)))
      case .scope: unsaved.putBack(.scope(UTF8String(copying: entry.name)), .init(entry))
      case .request: unsaved.putBack(.request(UTF8String(copying: entry.name)), .init(entry))
      case .image: unsaved.putBack(.image(UTF8String(copying: entry.name)), .init(entry))
      }
    }
    context.actions += journal.deferred.map(\.whenLost)
    journal.deferred.removeAll()
    return journal.taken
  }

  private func isDerived(_ name: UnsafeRawBufferPointer) -> Bool {
    store.key(named: name).flatMap { derived[$0] } != nil
  }
}

extension UnsavedEntries.Record {
  fileprivate init(_ entry: JournalGroup.Entry) {
    self.init(
      content: entry.form == .absent ? nil : Array(entry.content), ordinal: entry.revision)
  }
}
