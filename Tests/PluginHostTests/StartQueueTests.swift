import PluginHost
import Testing

@Suite struct StartQueueTests {
  @Test(arguments: [(1, 1), (2, 1), (3, 2), (16, 15)])
  func oneProcessorIsLeftForTheDaemon(processors: Int, starts: Int) {
    #expect(StartQueue.capacity(processors: processors) == starts)
  }

  @Test func noMoreThanTheCapacityStartAtOnce() {
    var queue = StartQueue(capacity: 2)
    #expect(queue.request(1, isUrgent: false) == [1])
    #expect(queue.request(2, isUrgent: false) == [2])
    #expect(queue.request(3, isUrgent: false) == [])
    #expect(queue.request(4, isUrgent: false) == [])
    #expect(queue.ended(1) == [3])
    #expect(queue.ended(3) == [4])
    #expect(queue.ended(2) == [])
  }

  @Test func aRecoveryDoesNotWaitForAnOrdinaryStart() {
    var queue = StartQueue(capacity: 1)
    #expect(queue.request(1, isUrgent: false) == [1])
    #expect(queue.request(2, isUrgent: false) == [])
    #expect(queue.request(3, isUrgent: true) == [3])
    #expect(queue.ended(1) == [])
    #expect(queue.ended(3) == [2])
  }

  @Test func recoveriesGoAheadInTheirOwnOrder() {
    var queue = StartQueue(capacity: 1)
    #expect(queue.request(4, isUrgent: true) == [4])
    for lane in [2, 3] as [UInt32] { _ = queue.request(lane, isUrgent: false) }
    for lane in [5, 6] as [UInt32] { _ = queue.request(lane, isUrgent: true) }
    var order: [UInt32] = []
    var current: UInt32 = 4
    while let next = queue.ended(current).first {
      order.append(next)
      current = next
    }
    #expect(order == [5, 6, 2, 3])
  }

  @Test func recoveriesTakeThePlacesOfOrdinaryStarts() {
    var queue = StartQueue(capacity: 2)
    #expect(queue.request(1, isUrgent: true) == [1])
    #expect(queue.request(2, isUrgent: false) == [2])
    #expect(queue.request(3, isUrgent: false) == [])
    #expect(queue.request(4, isUrgent: true) == [4])
    #expect(queue.request(5, isUrgent: true) == [])
    #expect(queue.ended(1) == [5])
    #expect(queue.ended(2) == [])
    #expect(queue.ended(4) == [3])
  }

  @Test(arguments: [false, true])
  func aLaneThatNoLongerWantsToStartGivesUpItsPlace(isUrgent: Bool) {
    var queue = StartQueue(capacity: 1)
    _ = queue.request(1, isUrgent: true)
    #expect(queue.request(2, isUrgent: isUrgent) == [])
    #expect(queue.ended(2) == [])
    #expect(queue.request(4, isUrgent: true) == [])
    #expect(queue.ended(1) == [4])
    #expect(queue.ended(4) == [])
  }

  @Test func askingTwiceIsAskingOnce() {
    var queue = StartQueue(capacity: 1)
    #expect(queue.request(1, isUrgent: false) == [1])
    #expect(queue.request(1, isUrgent: true) == [])
    #expect(queue.request(2, isUrgent: false) == [])
    #expect(queue.request(2, isUrgent: false) == [])
    #expect(queue.ended(1) == [2])
    #expect(queue.ended(2) == [])
  }

  @Test func thereIsAlwaysRoomForOne() {
    var queue = StartQueue(capacity: 0)
    #expect(queue.request(9, isUrgent: false) == [9])
  }
}
