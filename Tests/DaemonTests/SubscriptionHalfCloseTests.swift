import TestSupport
import Testing

extension DaemonTests {
  /// Clients that end their half of the connection, as `nc -N` does, and still read.
  @Suite struct HalfCloseTests {
    @Test(
      arguments: [
        ("ping", "{}"), ("sync", "{}"), ("buttons.get", #"{"match":"*"}"#),
        ("buttons.subscribe", #"{"match":"*"}"#),
        ("state.set", #"{"values":{"checkout.itemCount":7},"wait":"published"}"#),
        ("plugins.reload", #"{"name":"checkout"}"#), ("server.reload", "{}"),
      ])
    func whatWasAskedIsAnsweredBeforeTheConnectionCloses(
      _ method: String, _ params: String
    ) throws {
      let daemon = try DemoButtons.shared()
      let client = try daemon.connect()
      let id = try client.request(method, params)
      client.endInput()
      _ = try client.result(of: id)
      #expect(try client.isClosedByDaemon())
    }

    @Test func aPipelineOfRequestsIsAnsweredToItsEnd() throws {
      let daemon = try DemoButtons.shared()
      let client = try daemon.connect()
      var requests = ""
      for id in 1...3_000 {
        let method = id % 3 == 0 ? "sync" : id % 3 == 1 ? "ping" : "state.get"
        requests += #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"# + "\n"
      }
      try client.send(bytes: Array(requests.utf8))
      client.endInput()
      var ids = Set<Int64>()
      while let line = try client.nextLine() {
        ids.insert(
          try JSONTree(parsing: String(decoding: line, as: UTF8.self))["id"]?.int.map(Int64.init)
            ?? 0)
      }
      #expect(ids == Set(1...3_000))
    }

    @Test func aBatchOfWhichSomeIsAnsweredLaterComesWhole() throws {
      let client = try DemoButtons.shared().connect()
      try client.send(
        #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"sync"}]"#)
      client.endInput()
      #expect(try client.next().elements.count == 2)
      #expect(try client.isClosedByDaemon())
    }

    @Test func whoEndsAndAskedNothingIsClosed() throws {
      let daemon = try DemoButtons.shared()
      let client = try daemon.connect()
      client.endInput()
      #expect(try client.isClosedByDaemon())
      #expect(try daemon.figure("connections") == 1)
    }
  }
}
