import ButtonEngine
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

@Suite struct RequestRateTests {
  private static let second: UInt64 = 1_000_000_000

  /// A daemon that allows so many requests a second, and what it says about reading.
  private final class Limited {
    let daemon: MemoryDaemon
    /// The connections that are not read from.
    var paused: Set<UInt32> = []

    init(_ rate: Int) {
      var limits = Limits()
      limits.requestRate = rate
      daemon = MemoryDaemon(limits: limits)
      daemon.open("a")
      daemon.service.setAccepting = { [unowned self] connection, isAccepting in
        if isAccepting {
          paused.remove(connection.rawValue)
        } else {
          paused.insert(connection.rawValue)
        }
      }
    }
  }

  @Test func whatIsSentTooFastIsAnsweredAndThenNothingIsReadForAWhile() throws {
    let limited = Limited(100)
    let daemon = limited.daemon
    for _ in 0..<99 { try daemon.call("ping") }
    #expect(limited.paused == [])
    // A turn takes a millisecond, so some have come back meanwhile.
    for _ in 0..<20 where limited.paused.isEmpty { try daemon.call("ping") }
    #expect(limited.paused == [0])
    #expect(daemon.service.throttleCount == 1)
    let wake = try #require(daemon.service.wakeTime)
    #expect(wake > daemon.now)
    daemon.service.resumeThrottled(now: wake - 1)
    #expect(limited.paused == [0])
    daemon.service.resumeThrottled(now: daemon.now + RequestRateTests.second)
    #expect(limited.paused == [])
    #expect(daemon.service.wakeTime == nil)
  }

  @Test func linesThatAreNoRequestsAndNotificationsCountToo() {
    for line in ["nope", "[]", "{}", #"{"jsonrpc":"2.0","method":"ping"}"#] {
      let limited = Limited(10)
      for _ in 0..<11 { limited.daemon.send(Array(line.utf8)) }
      #expect(limited.paused == [0], "\(line)")
    }
  }

  @Test func aBatchCountsAsItsRequestsAndIsNoLongerThanASecondsWorth() throws {
    let limited = Limited(10)
    func batch(_ count: Int) throws -> JSONTree? {
      let members = (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
      return try limited.daemon.ask("[\(members.joined(separator: ","))]")
    }
    #expect(try batch(5)?.elements.count == 5)
    #expect(limited.paused == [])
    #expect(try batch(10)?.elements.count == 10)
    #expect(limited.paused == [0])
    let error = try batch(11)?["error"]
    #expect(error?["data"]?["limit"]?.string == "requestRate")
    #expect(error?["data"]?["value"]?.int == 10)
  }

  @Test func withoutALimitNothingIsCounted() throws {
    let limited = Limited(0)
    for _ in 0..<5_000 { try limited.daemon.call("ping") }
    #expect(limited.paused == [])
    #expect(limited.daemon.service.wakeTime == nil)
  }

  @Test func aLimitThatIsLiftedFreesThoseWhoWait() throws {
    let limited = Limited(1)
    for _ in 0..<3 { try limited.daemon.call("ping") }
    #expect(limited.paused == [0])
    limited.daemon.engine.settings.limits.requestRate = 0
    let wake = try #require(limited.daemon.service.wakeTime)
    limited.daemon.service.resumeThrottled(now: wake)
    #expect(limited.paused == [])
  }

  @Test func whoComesAfterOneThatLeftWhileItWaitedIsNotHeldUp() throws {
    let limited = Limited(1)
    for _ in 0..<3 { try limited.daemon.call("ping") }
    let connection = try #require(limited.daemon.connection("a"))
    limited.daemon.service.close(connection)
    limited.daemon.service.open(connection, role: .read)
    limited.paused = []
    limited.daemon.service.resumeThrottled(now: limited.daemon.now + 10 * RequestRateTests.second)
    #expect(limited.paused == [])
    #expect(limited.daemon.service.wakeTime == nil)
  }

  @Test func whoIsCrowdedAndThrottledIsReadFromWhenItIsNeither() throws {
    let limited = Limited(2_000)
    let daemon = limited.daemon
    for id in 0..<2_100 {
      daemon.accept(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"sync"}"#.utf8))
    }
    #expect(limited.paused == [0])
    daemon.service.resumeThrottled(now: daemon.now + RequestRateTests.second)
    #expect(limited.paused == [0])
    daemon.turn()
    #expect(limited.paused == [])
  }
}
