import CPlatform
import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What clients cost that are connected and say nothing.
  @Suite(.enabled(if: scaled(1) >= 20, "only scripts/soak: it measures")) struct IdleTests {
    /// Whether they have a subscription, and the most that one may cost in bytes.
    @Test(arguments: [(false, 1_536), (true, 4_096)])
    func idleClientsCostLittle(isSubscribed: Bool, most: Int) throws {
      var limit: UInt64 = 0
      #expect(csystem_raise_open_files(&limit) == 0)
      let daemon = try DemoButtons.daemon()
      let witness = try daemon.connect()
      var clients: [TestClient] = []
      func connect(_ count: Int) throws {
        for _ in 0..<count {
          let client = try daemon.connect()
          if isSubscribed { try client.call("buttons.subscribe", #"{"match":"*"}"#) }
          try client.call("ping")
          clients.append(client)
        }
      }
      // The first ones pay for what all share.
      try connect(300)
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let count = min(scaled(500), 9_000, Int(limit) - 1_000)
      try connect(count)
      let bytes = (try ProcessFile.residentKiB(of: daemon.processID) - memory) * 1_024 / count
      #expect(bytes <= Sanitizer.most(most), "\(bytes) bytes")
      #expect(try witness.call("server.stats")["connections"]?.int == count + 301)
      try witness.call(
        "state.set", #"{"values":{"checkout.itemCount":7},"wait":"published"}"#)
      for client in clients.suffix(10) where isSubscribed {
        let update = try client.nextNotification("buttons.updated")
        #expect(update.record("checkout")?["appearance"]?["title"]?.string == "Checkout 7")
      }
    }
  }
}
