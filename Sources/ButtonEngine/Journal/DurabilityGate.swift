import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Gives changes to the journal in groups, and holds back what strict durability may not tell yet:
/// answers and frames until what they tell of is in the journal, changes while nothing can be written.
final class DurabilityGate {
  private let context: EngineContext
  private let clock: TickClock
  private let store: Store
  private let buttons: ButtonTable
  private var journal = GroupCommitState()

  /// A gate without a journal.
  init(_ context: EngineContext, buttons: ButtonTable) {
    self.context = context
    clock = context.clock
    store = context.store
    self.buttons = buttons
  }

  /// When changes survive a crash.
  var durability: Durability { journal.durability }

  /// The last changes could not be written to the journal: they, and those after them, are in memory
  /// only until that works again.
  var isLost: Bool { journal.isLost }

  /// How many keys and buttons are not known to be in the journal as they are.
  var unsavedCount: Int { store.unsavedCount + journal.buttons.count + journal.underWay }

  /// The journal has everything that was changed up to a revision.
  func isKept(through revision: UInt64) -> Bool {
    unsavedCount == 0 || journal.recorded >= revision
  }

  /// Continues from `revision` with what was restored; from now on every change goes to the journal, as
  /// far as durability requires that.
  func start(_ durability: Durability, revision: UInt64) {
    journal.durability = durability
    journal.isThere = true
    journal.recorded = revision
    store.revision = max(store.revision, revision)
    store.forgottenAt = store.revision
    clock.committedRevision = store.revision
    store.notesUnsaved = durability != .none
  }

  /// Answers to changes are held back at the moment.
  var holdsAnswers: Bool { pendingGroup != nil }

  /// The number of the group that has everything applied so far; nil when that does not matter.
  var pendingGroup: UInt64? {
    guard journal.durability == .strict, !journal.isLost else { return nil }
    if store.unsavedCount > 0 || !journal.buttons.isEmpty { return journal.taken + 1 }
    return journal.isBusy ? journal.taken : nil
  }

  /// Answers once everything applied so far is in the journal; a change that cannot be written is
  /// answered with `notDurable` and stands.
  func awaitDurable(_ ticket: Ticket, result: [UInt8]) {
    guard let group = pendingGroup else {
      context.actions.append(.answered(ticket, .success(result)))
      return
    }
    journal.answers.append(
      GroupCommitState.Answer(
        ticket: ticket, group: group, revision: store.revision, result: result))
  }

  /// The frame in the making shows what is not yet in the journal.
  var holdsFrame: Bool {
    journal.durability == .strict && !journal.isLost && clock.frame.group > journal.settled
  }

  /// Refuses a change while nothing can be written.
  func checkDurable() throws(EngineError) {
    if journal.isLost, journal.durability == .strict {
      throw .notDurable(applied: false, revision: store.revision)
    }
  }

  /// The same for changes of state; those of which nothing is kept are free.
  func checkDurable(_ changes: ChangeSet) throws(EngineError) {
    guard journal.isLost, journal.durability == .strict else { return }
    for change in changes.changes {
      guard let key = change.key, !store.withName(of: key, StateKey.isVolatile) else { continue }
      throw .notDurable(applied: false, revision: store.revision)
    }
  }

  /// Gives what changed to the journal, if that is free and it is time.
  func takeGroup(now: UInt64) {
    guard journal.isThere, !journal.isBusy, isGroupWanted, now >= journal.nextTake else { return }
    var group = journal.spare.take() ?? JournalGroup(revision: 0)
    group.removeAll(revision: store.revision)
    store.takeUnsaved { key in
      store.withName(of: key) {
        group.append(key: $0, store.value(of: key), revision: store.changedAt(key))
      }
    }
    for id in journal.buttons { append(id, to: &group) }
    journal.buttons.removeAll(keepingCapacity: journal.buttons.count <= 4_096)
    journal.taken += 1
    journal.underWay = group.count
    if journal.durability == .relaxed { journal.nextTake = now &+ GroupCommitState.pace }
    context.statistics.journalGroups += 1
    context.statistics.journalEntries += UInt64(group.count)
    context.actions.append(.journal(group))
  }

  private func append(_ id: UTF8String, to group: inout JournalGroup) {
    let record = buttons.record(of: id)
    id.bytes.withUnsafeBytes { name in
      guard let record, !record.isFromFile else {
        record?.isSaved = false
        return group.append(button: name, nil, revision: store.revision)
      }
      record.isSaved = true
      context.writer.removeAll(keepingCapacity: true)
      record.definition.write(into: &context.writer)
      group.append(button: name, context.writer.bytes, revision: record.definedAt)
    }
  }

  /// Something is to be written.
  private var isGroupWanted: Bool {
    store.unsavedCount > 0 || !journal.buttons.isEmpty
      || store.revision > journal.recorded + GroupCommitState.unrecorded
  }

  /// When the next group is due; nil when none is, or one is under way.
  var groupWake: UInt64? {
    journal.isThere && !journal.isBusy && isGroupWanted ? journal.nextTake : nil
  }

  /// Has what waits go to the journal at once: the daemon is about to stop.
  func hurry() { journal.nextTake = 0 }

  /// The group that was given out is in the journal.
  func committed(_ group: consuming JournalGroup) {
    journal.settled = journal.taken
    journal.underWay = 0
    journal.recorded = group.revision
    journal.isLost = false
    journal.patience = GroupCommitState.firstPatience
    journal.spare = group.byteCount <= GroupCommitState.spareBytes ? group : nil
    let settled = journal.settled
    journal.answers.removeAll { answer in
      guard answer.group <= settled else { return false }
      context.actions.append(.answered(answer.ticket, .success(answer.result)))
      return true
    }
  }

  /// The group that was given out could not be written: nothing of it is in the journal. It goes with
  /// the next, after a while.
  func failed(_ group: JournalGroup, now: UInt64) {
    journal.settled = journal.taken
    journal.underWay = 0
    journal.isLost = true
    journal.nextTake = now &+ journal.patience
    journal.patience = min(journal.patience * 2, GroupCommitState.lastPatience)
    context.statistics.journalFailures += 1
    group.visit { entry in
      switch entry.subject {
      case .key: store.putBackUnsaved(entry.name)
      case .button:
        let id = UTF8String(copying: entry.name)
        journal.buttons.insert(id)
        buttons.record(of: id)?.isSaved = true
      }
    }
    for answer in journal.answers {
      context.answer(
        answer.ticket, .failure(.notDurable(applied: true, revision: answer.revision)))
    }
    journal.answers.removeAll()
  }

  /// Notes that a button's definition came from a client, or from a file, which the journal keeps
  /// nothing of.
  func noteDefinition(_ record: ButtonRecord, isFromFile: Bool) {
    record.isFromFile = isFromFile
    record.definedAt = store.nextRevision
    if journal.durability == .none { return }
    if isFromFile, !record.isSaved {
      journal.buttons.remove(record.id)
    } else {
      journal.buttons.insert(record.id)
    }
  }

  /// Notes that a button is gone.
  func noteRemoval(_ record: ButtonRecord) {
    if journal.durability == .none { return }
    if record.isSaved {
      journal.buttons.insert(record.id)
    } else {
      journal.buttons.remove(record.id)
    }
  }

  /// Whether the removal of a button with this id is on its way to the journal.
  func isRemovalPending(_ id: UTF8String) -> Bool { journal.buttons.contains(id) }
}
