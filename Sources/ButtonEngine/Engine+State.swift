import ButtonExpressions
package import ButtonModel
package import ButtonProtocol
package import ButtonStore
package import JSONRPC

/// The state, the theme and the journal.
extension Engine {
  /// The state, to read. Writes go through ``apply(_:ifRevision:)``.
  package var store: Store { context.store }

  /// The current revision, incremented by every applied change set.
  package var revision: UInt64 { context.store.revision }

  /// Applies all changes or none and returns the resulting revision. Afterwards `changes.changed`
  /// lists the keys whose value changed, and each operation is replaced by the set or removal that
  /// it amounts to.
  ///
  /// With a `claim`, the keys belong to that lease and holder from then on, also those whose value
  /// stays the same; see ``endLeases(of:)``.
  package func apply(
    _ changes: inout ChangeSet, ifRevision: UInt64? = nil, under claim: LeaseClaim? = nil
  ) throws(EngineError) -> UInt64 {
    try state.apply(&changes, ifRevision: ifRevision, under: claim)
  }

  /// Visits the matching derived keys with names after `after`, in order of their names, until
  /// `body` returns false.
  package func forEachDerivedKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?, _ body: (DerivedKeyListing) -> Bool
  ) {
    settle()
    states.selection.forEachDerivedKey(spec, after: after) { name, entry in
      let reads = entry.derivation.program.keys.map(\.name)
      context.budget.work &+= WorkCost.derivation &+ reads.count &* WorkCost.value
      return body(
        DerivedKeyListing(
          key: name, text: entry.derivation.text, isFromFile: entry.isFromFile,
          reads: reads, steps: entry.steps,
          value: store.value(of: entry.key),
          error: derived.error(of: entry.key).map { ExpressionFault($0) }))
    }
  }

  /// What a key is derived by, and whether a file says so; nil if it is not derived.
  package func derivation(of name: UTF8String) -> (text: ExpressionText, isFromFile: Bool)? {
    store.key(named: name).flatMap { derived[$0] }.map { ($0.derivation.text, $0.isFromFile) }
  }

  /// The bytes of an answer that errors of derived keys may take.
  package var errorRoom: Int { states.errorRoom }

  /// Appends `errors`: the matching derived keys without a value and with names after `after` up to
  /// `through`, with why.
  package func writeErrors(
    _ spec: StateSubscriptionSpec, after: UTF8String?, through: UTF8String?,
    into writer: inout JSONWriter
  ) {
    states.writeErrors(spec, after: after, through: through, into: &writer)
  }

  /// Brings derived keys up to date with what was written since the last tick.
  package func settleDerivedKeys() { settle() }

  /// Visits the matching keys that have a value and names after `after`, in order of their names,
  /// until `body` returns false.
  package func forEachKey(
    _ spec: StateSubscriptionSpec, after: UTF8String?,
    _ body: (UTF8String, StateValue) -> Bool
  ) {
    settle()
    states.selection.forEachKey(spec, after: after, body)
  }

  // MARK: The journal

  /// Which changes survive a crash.
  package var durability: Durability { gate.durability }

  /// The last changes could not be written to the journal: until a write succeeds, they and later
  /// changes are only in memory.
  package var isDurabilityLost: Bool { gate.isLost }

  /// The number of keys, buttons and leases of keys whose present value, definition or lease may not
  /// be in the journal.
  package var unsavedCount: Int { gate.unsavedCount }

  /// The number of the group that has everything applied so far, for something that waits until it is written.
  package func awaitJournal() -> UInt64 { gate.awaitAll() }

  /// Whether a group is written, or could not be.
  package func isSettled(_ group: UInt64) -> Bool { gate.isSettled(group) }

  /// Whether answers to changes are being held back until the journal is written.
  package var holdsAnswers: Bool { gate.holdsAnswers }

  /// Reserves room for `count` buttons, instead of growing as they are defined.
  package func expect(buttons count: Int) {
    buttons.reserve(count)
    for set in plugins.traitSets.all { set?.looks.reserve(count) }
  }

  /// Restores the content of a journal, keys before their leases, before ``startJournal(_:revision:)``. Returns messages
  /// about definitions that were skipped.
  package func restore(_ kept: KeptGroup) -> [String] {
    kept.group.visit { entry in
      switch entry.subject {
      case .key:
        // Derived keys follow below.
        guard let value = entry.value else { return }
        store.restore(entry.name, value, changedAt: entry.revision)
      case .button, .group, .image: return
      case .lease:
        context.leases.restore(UTF8String(copying: entry.content), of: entry.name)
      case .scope:
        context.keptFleet.scopes[UTF8String(copying: entry.name)] = Array(entry.content)
      case .request:
        context.keptFleet.requests[UTF8String(copying: entry.name)] =
          entry.form == .absent ? nil : (entry.revision, Array(entry.content))
      }
    }
    for image in kept.images { context.images.insert(image) }
    for (definition, bytes, revision) in kept.groups {
      var effect = ChangeEffect(of: store)
      definers.groups.restore(definition, bytes, revision, &effect)
      committer.finish(effect)
    }
    for (id, definition) in kept.unusable { context.keptFleet.unusable[id] = definition }
    for (definition, bytes, revision) in kept.buttons {
      definers.buttons.restore(definition, bytes, revision)
    }
    var complaints = kept.complaints
    for excess in definers.buttons.takeOversizedExpressions() {
      complaints.append("an expression of buttons or groups stays: \(excess)")
    }
    for (name, derivation, revision) in kept.derivedKeys {
      if let excess = settings.limits.expressions.excess(of: derivation) {
        complaints.append("the derived key \(name) stays: \(excess)")
      }
      do throws(DerivationCycle) {
        try definers.keys.restore(name, derivation, revision: revision)
      } catch {
        complaints.append("the derived key \(name) is left out: it depends on itself")
      }
    }
    _ = store.commit()
    _ = context.leases.commit()
    return complaints
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
    waits.refuseDurable(from: gate.failed(group, now: now))
  }
}
