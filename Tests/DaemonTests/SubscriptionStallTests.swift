import Glibc
import TestSupport
import Testing

extension DaemonTests.SlowClientTests {
  /// One subscriber that does not read, and many that do, while state floods.
  @Suite struct SubscriptionStallTests {
    private static let buttons = 20

    /// A daemon with twenty buttons that count, five that do not, and one to be removed.
    private func start() throws -> (daemon: DaemonProcess, app: TestClient) {
      let daemon = try Shared.daemon(plugins: DemoButtons.plugins)
      let app = try daemon.connect()
      var definitions = (0..<SubscriptionStallTests.buttons).map {
        #"{"id":"count\#($0)","style":"filled","handler":"checkout/count"}"#
      }
      definitions += (0..<5).map {
        #"{"id":"quiet\#($0)","style":"gray","isSelected":{"state":"quiet.\#($0)"}}"#
      }
      definitions.append(#"{"id":"gone","style":"gray"}"#)
      let list = definitions.joined(separator: ",")
      try app.call("buttons.define", #"{"buttons":[\#(list)],"wait":"published"}"#)
      return (daemon, app)
    }

    /// Floods until a deadline; how long each change took to reach each reader, in nanoseconds.
    private func flood(
      _ app: TestClient, _ readers: ReaderCrowd, _ count: inout Int, until deadline: Deadline
    ) throws -> [UInt64] {
      var times: [UInt64] = []
      repeat {
        var lines = ""
        for _ in 0..<20 {
          count += 1
          let params = #"{"values":{"checkout.itemCount":\#(count)}}"#
          lines += #"{"jsonrpc":"2.0","method":"state.set","params":\#(params)}"# + "\n"
        }
        let start = Deadline.now
        try app.send(bytes: Array(lines.utf8))
        times += try readers.read(until: "Checkout \(count)", since: start)
      } while !deadline.hasPassed
      return times
    }

    private func p99(_ times: [UInt64]) -> Double {
      Double(times.sorted()[times.count * 99 / 100]) / 1e6
    }

    @Test func aStalledSubscriberGetsAllChangesInOneFrame() throws {
      let (daemon, app) = try start()
      let readers = try ReaderCrowd(scaled(50), on: daemon, #"{"match":"count*"}"#)
      let seconds = Double(scaled(1)) / 5
      var count = 0
      // Everything has its size after some frames.
      _ = try flood(app, readers, &count, until: Deadline(seconds: seconds))
      let alone = try flood(app, readers, &count, until: Deadline(seconds: seconds / 2))

      let (sleeper, _) = try daemon.watch("*")
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let stall = Deadline()
      while try daemon.figure("stalledClients") == 0, !stall.hasPassed {
        _ = try flood(app, readers, &count, until: Deadline(seconds: 0.1))
      }
      for key in 0..<5 { try app.call("state.set", #"{"values":{"quiet.\#(key)":true}}"#) }
      try app.call("buttons.remove", #"{"ids":["gone"]}"#)
      let beside = try flood(app, readers, &count, until: Deadline(seconds: seconds))
      #expect(try daemon.figure("stalledClients") == 1)
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      print(
        "\(scaled(50)) readers for \(seconds) s: grown by \(growth) KiB, readers' p99 \(p99(alone)) ms",
        "alone, \(p99(beside)) ms beside a stalled one, ratio \(p99(beside) / p99(alone))")
      #expect(growth <= Sanitizer.most(8 << 10), "grown by \(growth) KiB")

      // What the socket held, then one frame with all that changed, and nothing after it.
      let frames = try sleeper.frames(until: "Checkout \(count)", of: "count0")
      #expect(frames.count < 100)
      let last = try #require(frames.last)
      #expect(last["more"] == nil)
      for button in 0..<SubscriptionStallTests.buttons {
        #expect(last.record("count\(button)")?.title == "Checkout \(count)")
      }
      for button in 0..<5 {
        #expect(
          last.record("quiet\(button)")?["appearance"]?["isSelected"] == .bool(true),
          "quiet\(button)")
      }
      #expect(last["removed"] == .array([.string("gone")]))
      #expect(try sleeper.notificationsSoFar() == [])
      #expect(try daemon.figure("stalledClients") == 0)
    }
  }
}
