import Testing

@testable import buttond_worker

/// The bounds on what a plugin says of its own accord, with time passed in.
struct LogBudgetTests {
  @Test func eightKiBASecondPass() {
    var budget = LogBudget()
    let second: UInt64 = 1_000_000_000
    let passed = [
      budget.take(7_999, now: 5 * second), budget.take(200, now: 5 * second + 1),
      budget.take(191, now: 5 * second + 2),
    ]
    #expect(passed == [true, false, true])
    #expect(budget.dropped == 1)
    let passedLater = budget.take(8_191, now: 6 * second + 2)
    #expect(passedLater)
    let dropped = [budget.takeDropped(), budget.takeDropped()]
    #expect(dropped == [1, 0])
  }

  @Test(arguments: [0, 1, 63]) func aShortLineCostsSixtyFourBytes(bytes: Int) {
    var budget = LogBudget()
    let passed = (0..<1_000).count { _ in budget.take(bytes, now: 0) }
    #expect(passed == 128)
  }

  @Test func aWishIsSentOnceUntilABatchComes() {
    var requests = UpdateRequests()
    let first = [requests.add(1), requests.add(1), requests.add(2)]
    #expect(first == [1, nil, 2])
    requests.removeAll()
    let second = [requests.add(1), requests.add(0), requests.add(3)]
    #expect(second == [1, 0, nil], "all includes it")
    requests.removeAll()
    let third = requests.add(3)
    #expect(third == 3)
  }

  @Test func beyondSixtyFourButtonsTheWishIsForAll() {
    var requests = UpdateRequests()
    let sent = (1...200).compactMap { requests.add(UInt64($0)) }
    #expect(sent == Array(1...64).map { UInt64($0) } + [0])
  }
}
