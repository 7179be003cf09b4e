import ButtonExpressions
package import ButtonModel
package import ButtonProtocol
package import ButtonStore
package import JSONRPC

/// The state, the theme and the journal.
extension Engine {
  /// The store, to read; writes go through ``apply(_:ifRevision:under:)``.
  package var store: Store { context.store }

  /// Incremented by every change.
  package var revision: UInt64 { context.store.revision }

  /// Applies all changes or none and returns the revision. Afterwards `changes.changed` lists the
  /// keys whose value changed, and each operation is the set or removal that it amounts to.
  ///
  /// With a `claim`, the keys, also those whose value stays the same, belong to that lease and
  /// holder from then on; see ``endLeases(of:)``.
  package func apply(
    _ changes: inout ChangeSet, ifRevision: UInt64? = nil, under claim: LeaseClaim? = nil
  ) throws(EngineError) -> UInt64 {
    try state.apply(&changes, ifRevision: ifRevision, under: claim)
  }

  /// Visits the matching derived keys after `after`, by name, until `body` returns false.
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

  /// Nil if the key is not derived.
  package func derivation(of name: UTF8String) -> (text: ExpressionText, isFromFile: Bool)? {
    store.key(named: name).flatMap { derived[$0] }.map { ($0.derivation.text, $0.isFromFile) }
  }

  /// The bytes of an answer that errors of derived keys may take.
  package var errorRoom: Int { states.errorRoom }

  /// Appends `errors`: why the matching derived keys after `after` up to `through` have no value.
  package func writeErrors(
    _ spec: StateSubscriptionSpec, after: UTF8String?, through: UTF8String?,
    into writer: inout JSONWriter
  ) {
    states.writeErrors(spec, after: after, through: through, into: &writer)
  }

  /// Visits the matching keys with a value after `after`, by name, until `body` returns false.
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

  /// Until a write succeeds, the last changes and later ones are only in memory.
  package var isDurabilityLost: Bool { gate.isLost }

  /// Keys, buttons and leases whose present value, definition or holder may not be in the journal.
  package var unsavedCount: Int { gate.unsavedCount }

  /// The group that has everything applied so far, for ``isSettled(_:)``.
  package func awaitJournal() -> UInt64 { gate.awaitAll() }

  /// Whether a group is written or could not be.
  package func isSettled(_ group: UInt64) -> Bool { gate.isSettled(group) }

  /// Whether answers to changes wait until the journal is written.
  package var holdsAnswers: Bool { gate.holdsAnswers }

  /// Reserves room, instead of growing as buttons are defined.
  package func expect(buttons count: Int) {
    buttons.reserve(count)
    for set in plugins.traitSets.all { set?.looks.reserve(count) }
  }

  /// Restores a journal, keys before their leases, before ``startJournal(_:revision:)``. Returns
  /// complaints about definitions that were left out or exceed limits.
  package func restore(_ kept: ParsedGroup) -> [String] {
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
        context.journaledFleet.scopes[UTF8String(copying: entry.name)] = Array(entry.content)
      case .request:
        context.journaledFleet.requests[UTF8String(copying: entry.name)] =
          entry.form == .absent ? nil : (entry.revision, Array(entry.content))
      }
    }
    for image in kept.images { context.images.insert(image) }
    for (definition, bytes, revision) in kept.groups {
      var effect = ChangeEffect(of: store)
      definers.groups.restore(definition, bytes, revision, &effect)
      committer.finish(effect)
    }
    for (id, definition) in kept.unusable { context.journaledFleet.unusable[id] = definition }
    for index in kept.buttons.indices {
      // Not copied out of the array, which would count references to all of its parts.
      definers.buttons.restore(
        kept.buttons[index].definition, kept.buttons[index].bytes, kept.buttons[index].revision)
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

  /// Continues from `revision` and journals changes from now on, as durability requires.
  package func startJournal(_ durability: Durability, revision: UInt64) {
    gate.start(durability, revision: revision)
  }

  /// Journals pending changes without delay, as the daemon is about to stop.
  package func hurryJournal() { gate.hurry() }

  package func journalCommitted(_ group: consuming JournalGroup) { gate.committed(group) }

  /// The journal has none of the group. After a pause its content is written with the next one.
  package func journalFailed(_ group: JournalGroup, now: UInt64) {
    waits.refuseDurable(from: gate.failed(group, now: now))
  }
}
