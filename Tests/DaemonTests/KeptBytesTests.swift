import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// What clients make a live daemon keep stays near what they sent, is counted, and is given back.
  @Suite struct KeptBytesTests {
    /// A match of so many ids, none of which is there.
    private func ids(_ range: Range<Int>) -> String {
      "[\(range.map { "\"shop.button.\(1_000_000 + $0)\"" }.joined(separator: ","))]"
    }

    @Test func subscriptionsTakeNoMoreThanTwiceWhatWasSent() throws {
      let daemon = try DaemonProcess()
      let witness = try daemon.connect()
      try witness.call("ping")
      // Both stay: what one gave back would hide what the other takes.
      let clients = [try daemon.connect(), try daemon.connect()]
      for (client, method) in zip(clients, ["buttons.subscribe", "state.subscribe"]) {
        try check(method, by: client, witness, of: daemon)
      }
    }

    private func check(
      _ method: String, by client: TestClient, _ witness: TestClient, of daemon: DaemonProcess
    ) throws {
      let held = try witness.figure("clientBytes")
      let before = try ProcessFile.residentKiB(of: daemon.processID)
      let member = method == "state.subscribe" ? "keys" : "match"
      var sent = 0
      for number in 0..<50 {
        let params = #"{"\#(member)":\#(ids(number * 2_000..<(number + 1) * 2_000))}"#
        try client.call(method, params)
        sent += params.utf8.count
      }
      let grown = (try ProcessFile.residentKiB(of: daemon.processID) - before) << 10
      // What one request needs while it is read comes on top.
      #expect(grown < Sanitizer.most(2 * sent + 2 << 20), "\(grown) of \(sent) bytes")
      let counted = try witness.figure("clientBytes") - held
      #expect(counted > sent / 2)
      #expect(grown <= Sanitizer.most(2 * counted + 4 << 20), "\(grown), counted \(counted)")
    }

    /// Less than 16 MiB are not worth giving back, and so many subscriptions take their time.
    @Test func memoryGoesBackToTheSystemWhenMuchWasReleased() throws {
      let daemon = try DaemonProcess()
      let witness = try daemon.connect()
      try witness.call("ping")
      let before = try ProcessFile.residentKiB(of: daemon.processID)
      let clients = try (0..<2).map { _ in try daemon.connect() }
      for (first, client) in clients.enumerated() {
        do {
          for number in 0..<250 {
            let start = (first * 250 + number) * 2_000
            try client.call("state.subscribe", #"{"keys":\#(ids(start..<start + 2_000))}"#)
          }
        } catch let error as TestClient.Refused {
          #expect(error.error["data"]?["limit"]?.string == "connectionBytes")
        }
      }
      let grown = try ProcessFile.residentKiB(of: daemon.processID) - before
      #expect(grown > 16 << 10)
      for client in clients { client.close() }
      try witness.wait(until: "clientBytes", is: 0)
      var left = grown
      try wait(for: "less than \(left) of \(grown) KiB") {
        left = try ProcessFile.residentKiB(of: daemon.processID) - before
        return left < Sanitizer.most(grown / 3)
      }
    }
  }

  /// Nobody but root and the daemon's user can take all places.
  @Suite(.enabled(if: Identity.isAvailable, "only root can be another user"))
  struct SharedPlaceTests {
    private static let greedy = Identity(uid: 54_331, gid: 54_331)
    private static let others = [54_332, 54_333].map { Identity(uid: $0, gid: $0) }

    private func daemon(_ limits: String) throws -> (DaemonProcess, ConfiguredFolder) {
      let rules = [54_331, 54_332, 54_333].map { "{user: \($0), role: press}" }
      let (daemon, files) = try Shared.daemon(
        configuredBy: "limits: {\(limits)}\naccess: [\(rules.joined(separator: ", "))]")
      chmod(daemon.folder.path, 0o711)
      return (daemon, files)
    }

    /// Connects until that is refused; the connections, and the limit that was named.
    private func fill(_ daemon: DaemonProcess, as user: Identity) throws -> ([TestClient], String) {
      var clients: [TestClient] = []
      while true {
        let client = try daemon.connect(as: user)
        try? client.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        let answer = try client.next()
        if let limit = answer["error"]?["data"]?["limit"]?.string { return (clients, limit) }
        clients.append(client)
      }
    }

    @Test(arguments: [(40, 20, 4), (100, 50, 34), (20, 10, 0)])
    func connectionsAreLeftToOtherUsersAndSixteenToRoot(
      limit: Int, share: Int, others: Int
    ) throws {
      let (daemon, _) = try daemon("connections: \(limit)")
      let (greedy, first) = try fill(daemon, as: SharedPlaceTests.greedy)
      #expect(greedy.count == share)
      #expect(first == (others > 0 ? "userConnections" : "connections"))
      let (more, second) = try fill(daemon, as: SharedPlaceTests.others[0])
      #expect(more.count == others)
      #expect(second == "connections")
      let kept = try (0..<min(16, limit / 2)).map { _ in try daemon.connect() }
      for client in kept { try client.call("ping") }
    }
  }
}
