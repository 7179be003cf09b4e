package import ButtonModel
package import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// When changes survive a crash.
  package var durability: Durability { journal.durability }

  /// The last changes could not be written to the journal: they, and those after them, are in memory
  /// only until that works again.
  package var isDurabilityLost: Bool { journal.isLost }

  /// How many keys and buttons are not known to be in the journal as they are.
  package var unsavedCount: Int {
    store.unsavedCount + journal.buttons.count + journal.underWay
  }

  /// The journal has everything that was changed up to a revision.
  package func isKept(through revision: UInt64) -> Bool {
    unsavedCount == 0 || journal.recorded >= revision
  }

  /// Goes on from `revision` with whatever was restored, and from now on gives every change to the
  /// journal, as far as durability wants that.
  package func startJournal(_ durability: Durability, revision: UInt64) {
    journal.durability = durability
    journal.isThere = true
    journal.recorded = revision
    store.revision = max(store.revision, revision)
    store.forgottenAt = store.revision
    committedRevision = store.revision
    store.notesUnsaved = durability != .none
  }

  /// Makes room for so many buttons at once, instead of step by step as they come.
  package func expect(buttons count: Int) {
    slots.reserveCapacity(count)
    records.reserveCapacity(count)
    store.reserve(buttons: count)
    for set in traitSets { set?.looks.reserve(count) }
  }

  /// Takes over, before ``startJournal(_:revision:)``, what a journal has kept; returns what is to be
  /// said about what was left out.
  package func restore(_ kept: KeptGroup) -> [String] {
    kept.group.visit { entry in
      switch entry.subject {
      case .key:
        guard let value = entry.value else { return }
        store.restore(entry.name, value, changedAt: entry.revision)
      case .button: return
      }
    }
    for (definition, bytes, revision) in kept.buttons { restore(definition, bytes, revision) }
    _ = store.commit()
    return kept.complaints
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
    if journal.durability == .relaxed { journal.nextTake = now &+ JournalLedger.pace }
    statistics.journalGroups += 1
    statistics.journalEntries += UInt64(group.count)
    actions.append(.journal(group))
  }

  private func append(_ id: UTF8String, to group: inout JournalGroup) {
    let record = slots[id].flatMap { records[Int($0.rawValue)] }
    id.bytes.withUnsafeBytes { name in
      guard let record, !record.isFromFile else {
        record?.isSaved = false
        return group.append(button: name, nil, revision: store.revision)
      }
      record.isSaved = true
      writer.removeAll(keepingCapacity: true)
      record.definition.write(into: &writer)
      group.append(button: name, writer.bytes, revision: record.definedAt)
    }
  }

  /// Something is to be written.
  private var isGroupWanted: Bool {
    store.unsavedCount > 0 || !journal.buttons.isEmpty
      || store.revision > journal.recorded + JournalLedger.unrecorded
  }

  /// When the next group is due; nil when none is, or one is under way.
  var groupWake: UInt64? {
    journal.isThere && !journal.isBusy && isGroupWanted ? journal.nextTake : nil
  }

  /// Has what waits go to the journal at once: the daemon is about to stop.
  package func hurryJournal() { journal.nextTake = 0 }

  /// The group that was given out is in the journal.
  package func journalCommitted(_ group: consuming JournalGroup) {
    journal.settled = journal.taken
    journal.underWay = 0
    journal.recorded = group.revision
    journal.isLost = false
    journal.patience = JournalLedger.firstPatience
    journal.spare = group.byteCount <= JournalLedger.spareBytes ? group : nil
    let settled = journal.settled
    journal.answers.removeAll { answer in
      guard answer.group <= settled else { return false }
      actions.append(.answered(answer.ticket, .success(answer.result)))
      return true
    }
  }

  /// The group that was given out could not be written: nothing of it is in the journal. It goes with
  /// the next, after a while.
  package func journalFailed(_ group: JournalGroup, now: UInt64) {
    journal.settled = journal.taken
    journal.underWay = 0
    journal.isLost = true
    journal.nextTake = now &+ journal.patience
    journal.patience = min(journal.patience * 2, JournalLedger.lastPatience)
    statistics.journalFailures += 1
    group.visit { entry in
      switch entry.subject {
      case .key: store.putBackUnsaved(entry.name)
      case .button:
        let id = UTF8String(copying: entry.name)
        journal.buttons.insert(id)
        slots[id].flatMap { records[Int($0.rawValue)] }?.isSaved = true
      }
    }
    for answer in journal.answers { refuse(answer.ticket, applied: answer.revision) }
    journal.answers.removeAll()
    barriers.removeAll { barrier in
      guard barrier.group > 0 else { return false }
      refuse(barrier.ticket, applied: barrier.revision)
      return true
    }
  }

  private func refuse(_ ticket: Ticket, applied revision: UInt64) {
    actions.append(
      .answered(ticket, .failure(.notDurable(applied: true, revision: revision))))
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
}
