import TestSupport
import Testing

@testable import FleetLink

/// Many daemons in virtual time, through every fault that a network and an engine can have; all
/// invariants hold at every moment.
@Suite struct SimulationTests {
  /// Runs fleets one after the other; what they went through, or nil once one breaks an invariant.
  private func run(
    _ count: Int, _ seeds: Seed, _ shape: FleetSimulation.Shape = FleetSimulation.Shape()
  ) -> FleetSimulation.Figures? {
    var seeds = seeds
    var total = FleetSimulation.Figures()
    for _ in 0..<count {
      let seed = seeds.next()
      do {
        total += try FleetSimulation(seed: seed, shape).run()
      } catch {
        Issue.record("seed \(seed): \(error)")
        return nil
      }
    }
    print(total)
    return total
  }

  @Test func everyChangeCountsOnceThroughAllFaults() {
    guard let total = run(scaled(100, few: 15), Seed()) else { return }
    #expect(total.rollbacks > 0 && total.snapshots > 0 && total.conditionalChanges > 0)
    #expect(total.duplicates > 0 && total.rejected > 0)
  }

  /// The engine goes back while the pages are read, and gets the same entry again.
  @Test func aHistoryThatComesBackAsItWasHidesNothing() throws {
    let seed: UInt64 = 13_805_767_861_475_406_327
    let figures = try FleetSimulation(seed: seed).run()
    #expect(figures.refusedSnapshots > 0, "another seed is needed")
    var shape = FleetSimulation.Shape()
    shape.fault = .keepsNoSum
    #expect(throws: Breach.self) { try FleetSimulation(seed: seed, shape).run() }
  }

  @Test func everyActionIsDoneOnceThroughAllFaults() {
    var shape = FleetSimulation.Shape()
    shape.hasActions = true
    guard let total = run(scaled(50, few: 8), Seed(), shape) else { return }
    #expect(total.actions > 0 && total.deliveries > 0 && total.rollbacks > 0)
  }

  /// Three hours, or a day where scripts/soak runs it.
  @Test func whoWasAwayForLongLosesNothing() throws {
    var seeds = Seed()
    let hours = min(24, scaled(24, few: 3))
    for _ in 0..<scaled(1) {
      let seed = seeds.next()
      var shape = FleetSimulation.Shape()
      shape.absence = Double(hours) * 3_600
      do {
        let figures = try FleetSimulation(seed: seed, shape).run()
        // It came with the changes of that time, to a log that no longer goes back to its cursor.
        #expect(figures.waited > 4 * hours, "seed \(seed): \(figures)")
        #expect(figures.verdict == .trimmed, "seed \(seed): \(figures)")
        #expect(figures.rollbacks >= hours - 1, "seed \(seed): \(figures)")
        print(figures)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }

  /// One fleet, of 10,000 daemons where scripts/soak runs it: some hundred changes, while each daemon is
  /// cut off or killed about twice.
  @Test func aLargeFleetConvergesThroughAllFaults() throws {
    var seeds = Seed()
    var shape = FleetSimulation.Shape(daemons: min(10_000, scaled(100, few: 40)))
    shape.firstPress = 0...Double(shape.daemons) / 10
    shape.pauses.press = shape.firstPress
    shape.pauses.fault = 0...(60 / Double(shape.daemons))
    let figures = try FleetSimulation(seed: seeds.next(), shape).run()
    print(shape.daemons, "daemons:", figures)
    #expect(figures.joins >= shape.daemons && figures.rollbacks > 0)
    #expect(figures.accepted > 0 && figures.revisions > 0)
  }

  /// Fleets that broke an invariant once.
  @Test(
    arguments: [
      331_113_122_340_909_990, 2_403_980_969_923_013_995, 17_343_147_640_678_389_648,
      9_102_936_082_207_261_066, 8_599_564_638_827_186_268, 18_104_635_111_702_186_644,
      385_048_989_173_923_285, 4_596_834_149_869_842_765,
    ] as [UInt64])
  func whatWentWrongOnceGoesWell(seed: UInt64) {
    #expect(throws: Never.self) { try FleetSimulation(seed: seed).run() }
  }
}
