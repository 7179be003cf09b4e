import TestSupport
import Testing

extension DaemonTests {
  /// A plugin that asks for its updates itself.
  @Suite struct ClockTests {
    @Test func aClockGoesWithoutAnybodysChange() throws {
      let daemon = try Shared.daemon()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"""
        {"buttons":[{"id":"clock","style":"clock/clock","parameters":{"seconds":true}}],\#
        "wait":"published"}
        """#)
      let (watcher, snapshot) = try daemon.watch("clock")
      var titles = [try #require(snapshot.record("clock")?.title)]
      for _ in 0..<2 {
        titles.append(try #require(watcher.nextFrame().record("clock")?.title))
      }
      #expect(Set(titles).count == 3, "\(titles)")
      #expect(titles.allSatisfy { $0.count == 8 })
      #expect(zip(titles, titles.dropFirst()).allSatisfy { $0 < $1 || $1 == "00:00:00" })
    }
  }
}
