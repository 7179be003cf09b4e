import ButtonProtocol
import Synchronization
import Testing

@testable import ButtonClient

@Suite struct SilenceWatchTests {
  /// A watch, a core with an outbound queue, and the number of notices.
  private final class Rig {
    var core = ClientCore()
    var watch: SilenceWatch

    init(patience milliseconds: UInt64) {
      let count = NoticeCount()
      watch = SilenceWatch(
        SilenceWatch.Patience(milliseconds: milliseconds) { count.value.withLock { $0 += 1 } })
      counted = count
    }

    private let counted: NoticeCount
    var noticed: Int { counted.value.withLock { $0 } }

    /// Waits as a connection does; milliseconds until the daemon was given up, nil if it never was.
    func wait(atMost limit: UInt64 = 1_000_000) -> UInt64? {
      var total: UInt64 = 0
      while total < limit, core.end == nil, let time = watch.wait(for: core) {
        watch.waited(time, &core)
        total += time
      }
      return core.end == nil ? nil : total
    }

    /// The methods that were sent.
    var sent: [String] {
      let text = core.outbound.withBytes { String(decoding: $0, as: UTF8.self) }
      return ["sync", "ping"].flatMap { name in
        text.split(separator: "\n").filter { $0.contains("\"\(name)\"") }.map { _ in name }
      }
    }
  }

  private final class NoticeCount: Sendable {
    let value = Mutex(0)
  }

  @Test func aDaemonThatOwesNothingIsWaitedForWithoutEnd() {
    let rig = Rig(patience: 30_000)
    #expect(rig.watch.wait(for: rig.core) == nil)
    _ = rig.core.request(SyncRequest())
    #expect(rig.watch.wait(for: rig.core) == 1_000)
  }

  @Test func aSilentDaemonIsPingedToldOfOnceAndGivenUp() {
    let rig = Rig(patience: 30_000)
    _ = rig.core.request(SyncRequest())
    #expect(rig.wait() == 30_000)
    #expect(rig.sent == ["sync", "ping"])
    #expect(rig.noticed == 1)
    #expect(rig.core.end?.code == .unanswered)
    #expect(rig.core.end?.message == "the daemon has not answered for 30 s")
  }

  @Test(arguments: [UInt64(1), 200, 2_999, 3_000])
  func littlePatienceNeedsNoNotice(milliseconds: UInt64) {
    let rig = Rig(patience: milliseconds)
    _ = rig.core.request(SyncRequest())
    #expect(rig.wait() == milliseconds)
    #expect(rig.noticed == 0)
  }

  @Test func aDaemonThatAnswersPingsMayTakeItsTime() {
    let rig = Rig(patience: 30_000)
    _ = rig.core.request(SyncRequest())
    for _ in 0..<1_000 {
      #expect(rig.wait(atMost: 1_000) == nil)
      rig.watch.heard()
    }
    #expect(rig.core.end == nil && rig.noticed == 0)
    #expect(rig.sent.count == 1_001)
    #expect(rig.wait() == 30_000)
  }

  @Test func timeInWhichNobodyWaitedDoesNotCount() {
    let rig = Rig(patience: 30_000)
    _ = rig.core.request(SyncRequest())
    rig.watch.waited(29_000, &rig.core)
    rig.watch.heard()
    rig.watch.waited(29_000, &rig.core)
    #expect(rig.core.end == nil)
  }
}
