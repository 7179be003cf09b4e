package import ButtonModel
package import ButtonProtocol
package import ButtonStore

/// The state, the theme and the journal.
extension Engine {
  /// The state, to read. Writes go through ``apply(_:ifRevision:)``.
  package var store: Store { context.store }

  /// The current revision, incremented by every applied change set.
  package var revision: UInt64 { context.store.revision }

  /// Applies all changes or none and returns the resulting revision. Afterwards `changes.changed`
  /// lists the keys whose value changed, and each operation is replaced by the set or removal that
  /// it amounts to.
  package func apply(
    _ changes: inout ChangeSet, ifRevision: UInt64? = nil
  ) throws(EngineError) -> UInt64 {
    let revision = try state.apply(&changes, ifRevision: ifRevision)
    presses.endRefusedPresses(after: changes.changed)
    return revision
  }

  /// Visits the matching keys that have a value and names after `after`, in order of their names,
  /// until `body` returns false.
  package func forEachKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, StateValue) -> Bool
  ) {
    states.forEachKey(spec, after: after, body)
  }

  /// Replaces the whole theme with the next commit. A button becomes dirty only if it read a token
  /// that is new, removed or has a new value.
  package func setTheme(_ tokens: [(path: UTF8String, value: StateValue)]) {
    plugins.feed.setTheme(tokens)
  }

  // MARK: The journal

  /// Which changes survive a crash.
  package var durability: Durability { gate.durability }

  /// The last changes could not be written to the journal: until a write succeeds, they and later
  /// changes are only in memory.
  package var isDurabilityLost: Bool { gate.isLost }

  /// The number of keys and buttons whose current value or definition may not be in the journal.
  package var unsavedCount: Int { gate.unsavedCount }

  /// Whether the journal contains every change up to a revision.
  package func isKept(through revision: UInt64) -> Bool { gate.isKept(through: revision) }

  /// Whether answers to changes are being held back until the journal is written.
  package var holdsAnswers: Bool { gate.holdsAnswers }

  /// Reserves room for `count` buttons, instead of growing as they are defined.
  package func expect(buttons count: Int) {
    buttons.reserve(count)
    for set in plugins.traitSets.all { set?.looks.reserve(count) }
  }

  /// Restores the content of a journal, before ``startJournal(_:revision:)``. Returns messages
  /// about definitions that were skipped.
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

  /// Continues from `revision` with the restored content. From now on changes are journaled as
  /// durability requires.
  package func startJournal(_ durability: Durability, revision: UInt64) {
    gate.start(durability, revision: revision)
  }

  /// Journals pending changes without delay, because the daemon is about to stop.
  package func hurryJournal() { gate.hurry() }

  /// The group under way was written to the journal.
  package func journalCommitted(_ group: consuming JournalGroup) { gate.committed(group) }

  /// The group under way could not be written, and the journal contains none of it. After a pause
  /// its content is written with the next group.
  package func journalFailed(_ group: JournalGroup, now: UInt64) {
    gate.failed(group, now: now)
    waits.refuseDurable()
  }

  /// Answers once everything applied so far is in the journal. If it cannot be written, the answer
  /// is `notDurable`, and the change stays in effect.
  package func awaitDurable(_ ticket: Ticket, result: [UInt8]) {
    gate.awaitDurable(ticket, result: result)
  }
}
