import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// What strict durability holds back: answers and frames until what they tell of is in the journal,
/// and changes while nothing can be written.
extension Engine {
  /// Answers to changes are held back at the moment.
  package var holdsAnswers: Bool { pendingGroup != nil }

  /// The number of the group that has everything applied so far; nil when nobody waits for that.
  var pendingGroup: UInt64? {
    guard journal.durability == .strict, !journal.isLost else { return nil }
    if store.unsavedCount > 0 || !journal.buttons.isEmpty { return journal.taken + 1 }
    return journal.isBusy ? journal.taken : nil
  }

  /// Answers once everything applied so far is in the journal; a change that cannot be written is
  /// answered with `notDurable` and stands.
  package func awaitDurable(_ ticket: Ticket, result: [UInt8]) {
    guard let group = pendingGroup else {
      actions.append(.answered(ticket, .success(result)))
      return
    }
    journal.answers.append(
      JournalLedger.Answer(ticket: ticket, group: group, revision: revision, result: result))
  }

  /// The frame in the making shows what is not yet in the journal.
  var isAwaitingJournal: Bool {
    journal.durability == .strict && !journal.isLost && frame.group > journal.settled
  }

  /// Refuses a change while nothing can be written.
  func checkDurable() throws(EngineError) {
    if journal.isLost, journal.durability == .strict {
      throw .notDurable(applied: false, revision: revision)
    }
  }

  /// The same for changes of state; those of which nothing is kept are free.
  func checkDurable(_ changes: ChangeSet) throws(EngineError) {
    guard journal.isLost, journal.durability == .strict else { return }
    for change in changes.changes {
      guard let key = change.key, !store.withName(of: key, StateKey.isVolatile) else { continue }
      throw .notDurable(applied: false, revision: revision)
    }
  }

  /// Sends lines about state to those who watch it; while the frame waits for the journal, with it.
  func deliverState(_ line: SharedLine, to receivers: [ConnectionID], _ place: Int) {
    if frame.group > journal.settled, journal.durability == .strict, !journal.isLost {
      heldLines.append(HeldLine(place: place, line: line, receivers: receivers))
    } else {
      actions.append(.deliver(line, to: receivers))
    }
  }

  /// Sends the lines that waited.
  func deliverHeldLines() {
    for held in heldLines where !held.receivers.isEmpty {
      actions.append(.deliver(held.line, to: held.receivers))
    }
    heldLines.removeAll(keepingCapacity: true)
  }

  /// Forgets what a connection was to be sent of a subscription that it has no more, or anew.
  func dropHeldLines(_ place: Int, _ connection: ConnectionID) {
    for index in heldLines.indices where heldLines[index].place == place {
      heldLines[index].receivers.removeAll { $0 == connection }
    }
  }
}

/// A line about state that goes out with its frame.
struct HeldLine {
  /// The subscription's place.
  let place: Int
  let line: SharedLine
  var receivers: [ConnectionID]
}
