@testable import FleetLink

extension FleetSimulation {
  /// What a run went through.
  struct Figures {
    var revisions: UInt64 = 0
    var accepted = 0
    var rejected = 0
    var rollbacks = 0
    var lostRevisions: UInt64 = 0
    var joins = 0
    var snapshots = 0
    /// Those whose pages were not what the engine's sum says.
    var refusedSnapshots = 0
    var duplicates = 0
    var actions = 0
    var deliveries = 0
    var conditionalChanges = 0
    var checks = 0
    /// What waited in the daemon that was away, and what the engine said of its cursor.
    var waited = 0
    var verdict: JoinVerdict?
  }
}

extension FleetSimulation.Figures {
  static func += (a: inout Self, b: Self) {
    a.revisions += b.revisions
    a.accepted += b.accepted
    a.rejected += b.rejected
    a.rollbacks += b.rollbacks
    a.lostRevisions += b.lostRevisions
    a.joins += b.joins
    a.snapshots += b.snapshots
    a.refusedSnapshots += b.refusedSnapshots
    a.duplicates += b.duplicates
    a.actions += b.actions
    a.deliveries += b.deliveries
    a.conditionalChanges += b.conditionalChanges
    a.checks += b.checks
  }
}
