package import ButtonModel
package import ButtonProtocol
package import ButtonStore

/// The state, the theme and the journal.
extension Engine {
  /// The state. Read it freely; writes go through ``apply(_:ifRevision:)``.
  package var store: Store { context.store }

  /// The present revision: grows by one per applied change set.
  package var revision: UInt64 { context.store.revision }

  /// Applies all changes or none and returns the revision they made; `changes.changed` then lists
  /// the keys that have another value, and each operation is the set or removal that it came to.
  package func apply(
    _ changes: inout ChangeSet, ifRevision: UInt64? = nil
  ) throws(EngineError) -> UInt64 {
    let revision = try state.apply(&changes, ifRevision: ifRevision)
    presses.endRefusedPresses(after: changes.changed)
    return revision
  }

  /// Visits the matching keys with a value behind `after`, in order of their names, until `body` says
  /// false.
  package func forEachKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, StateValue) -> Bool
  ) {
    states.forEachKey(spec, after: after, body)
  }

  /// Replaces the whole theme, as part of the next commit: exactly the buttons that read a token that
  /// is new, gone or has another value become dirty.
  package func setTheme(_ tokens: [(path: UTF8String, value: StateValue)]) {
    plugins.feed.setTheme(tokens)
  }

  // MARK: The journal

  /// When changes survive a crash.
  package var durability: Durability { gate.durability }

  /// The last changes could not be written to the journal: they, and those after them, are in memory
  /// only until that works again.
  package var isDurabilityLost: Bool { gate.isLost }

  /// How many keys and buttons are not known to be in the journal as they are.
  package var unsavedCount: Int { gate.unsavedCount }

  /// The journal has everything that was changed up to a revision.
  package func isKept(through revision: UInt64) -> Bool { gate.isKept(through: revision) }

  /// Answers to changes are held back at the moment.
  package var holdsAnswers: Bool { gate.holdsAnswers }

  /// Makes room for a number of buttons at once, instead of step by step as they come.
  package func expect(buttons count: Int) {
    buttons.reserve(count)
    for set in plugins.traitSets.all { set?.looks.reserve(count) }
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
    for (definition, bytes, revision) in kept.buttons {
      definer.restore(definition, bytes, revision)
    }
    _ = store.commit()
    return kept.complaints
  }

  /// Continues from `revision` with what was restored; from now on every change goes to the journal, as
  /// far as durability requires that.
  package func startJournal(_ durability: Durability, revision: UInt64) {
    gate.start(durability, revision: revision)
  }

  /// Has what waits go to the journal at once: the daemon is about to stop.
  package func hurryJournal() { gate.hurry() }

  /// The group that was given out is in the journal.
  package func journalCommitted(_ group: consuming JournalGroup) { gate.committed(group) }

  /// The group that was given out could not be written: nothing of it is in the journal. It goes with
  /// the next, after a while.
  package func journalFailed(_ group: JournalGroup, now: UInt64) {
    gate.failed(group, now: now)
    waits.refuseDurable()
  }

  /// Answers once everything applied so far is in the journal; a change that cannot be written is
  /// answered with `notDurable` and stands.
  package func awaitDurable(_ ticket: Ticket, result: [UInt8]) {
    gate.awaitDurable(ticket, result: result)
  }
}
