import ButtonModel
import ButtonStore

/// What every change owes, in one place: code that changes state, leases or definitions calls
/// ``admit()``, writes, and passes the effect to ``finish(_:)``.
final class Committer {
  private let context: EngineContext
  private let budget: TurnBudget
  private let store: Store
  private let derived: DerivedKeys
  private let leases: Leases
  private let durability: DurabilityGate
  private let presses: ActivePresses

  init(_ context: EngineContext, durability: DurabilityGate, presses: ActivePresses) {
    self.context = context
    budget = context.budget
    store = context.store
    derived = context.derived
    leases = context.leases
    self.durability = durability
    self.presses = presses
  }

  /// Throws while changes must be durable and the journal cannot be written. Not for what is kept
  /// elsewhere, in files or by the fleet.
  func admit() throws(EngineError) { try durability.checkDurable() }

  /// The same for changes, unless none of them is journaled.
  @inline(__always)
  func admit(_ changes: borrowing ChangeSet) throws(EngineError) {
    if durability.refusesChanges, changes.areJournaled(store) { try admit() }
  }

  /// Settles a change once all of it is written: its revision, derived keys, refused presses,
  /// leases, counters and the turn's budget. Returns the revision.
  ///
  /// While a button is pressed, derived keys follow each change at once: a press ends with the
  /// change that disables its button, even if the next one enables it again.
  @inline(__always) @discardableResult
  func finish(_ effect: ChangeEffect) -> UInt64 {
    if effect.makesRevision { store.revision = max(store.revision, effect.revision) }
    let revision = store.revision
    if let writes = effect.writes {
      context.statistics.changeSets += 1
      context.statistics.writes += UInt64(writes)
    }
    budget.work &+= effect.work
    if !derived.isEmpty { derived.note(effect.changed) }
    if leases.isInUse { leases.dropAbsent(effect.changed) }
    if presses.areHeld { settle(after: effect.changed) }
    return revision
  }

  /// Settles held presses after plugins came or went, which writes nothing.
  func finish() {
    if presses.areHeld { settle() }
  }

  /// Updates derived keys, and ends presses that buttons refuse because of them or of `changed`.
  func settle(after changed: [KeyID] = []) {
    if !leases.freshQualities.isEmpty { derived.noteLiveness() }
    let settled = derived.isBehind ? derived.settle() : []
    if presses.areHeld { presses.endRefusedPresses(after: changed, settled) }
  }
}
