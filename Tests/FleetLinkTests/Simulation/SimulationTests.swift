import TestSupport
import Testing

@testable import FleetLink

/// Many daemons in virtual time, through every fault that a network and an engine can have; all
/// invariants hold at every moment.
@Suite struct SimulationTests {
  @Test func everyChangeCountsOnceThroughAllFaults() {
    // The same fleets in each short run; scripts/soak plays others.
    var seeds = scaled(1) == 1 ? Seed(3) : Seed()
    var total = FleetSimulation.Figures()
    for _ in 0..<scaled(100) {
      let seed = seeds.next()
      do {
        total += try FleetSimulation(seed: seed).run()
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
    print(total)
    #expect(total.rollbacks > 0 && total.snapshots > 0 && total.conditionalChanges > 0)
    #expect(total.duplicates > 0 && total.rejected > 0)
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
    a.duplicates += b.duplicates
    a.conditionalChanges += b.conditionalChanges
    a.checks += b.checks
  }
}
