import PluginChannel
import Testing

@testable import PluginHost

@Suite struct UnaskedBudgetTests {
  @Test func aWorkerThatWishesAfterEachOfManyBatchesStaysWithinIt() {
    var budget = UnaskedBudget()
    for batch in 0..<10_000 as Range<UInt64> {
      budget.batchSent()
      for _ in 0...ChannelLimits.updatesPerBatch {
        #expect(budget.take(8, now: batch) == true)
      }
    }
  }

  @Test func aWorkerThatLogsAllThatItMayStaysWithinIt() {
    for length in [1, 50, 63, 64, 200, ChannelLimits.bytesPerMessage] {
      var budget = UnaskedBudget()
      let lines = ChannelLimits.logBytesPerSecond / ChannelLimits.logCost(length)
      for second in 0..<10 as Range<UInt64> {
        // All of a second's lines at once, each behind a note of those that were dropped.
        for _ in 0..<lines {
          #expect(budget.take(3 + length, now: second * 1_000_000_000) == true)
          #expect(budget.take(3 + 60, now: second * 1_000_000_000) == true)
        }
      }
    }
  }

  @Test func framesWithoutEndAreBeyondItSoonHoweverLongTheyAre() {
    for bytes in [0, 8, 100, 1_027] {
      var budget = UnaskedBudget()
      for _ in 0..<20 { budget.batchSent() }
      var taken = 0
      // A frame each ten microseconds.
      while taken < 1_000_000, budget.take(bytes, now: UInt64(taken) * 10_000) { taken += 1 }
      #expect(taken < 1_500, "\(bytes)")
    }
  }

  @Test func batchesThatWereNotUsedDoNotAddUp() {
    var budget = UnaskedBudget()
    for _ in 0..<1_000_000 { budget.batchSent() }
    var taken = 0
    while taken < 1_000_000, budget.take(8, now: 0) { taken += 1 }
    #expect(taken < 1_500)
  }
}
