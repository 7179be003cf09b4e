import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// That every limit is one, is what the configuration says, and answers with its name and value.
  @Suite(.sharing) struct LimitsTests {
    /// A limit of the configuration, and what runs into it.
    struct Case: Sendable, CustomStringConvertible {
      /// Its name in the configuration, and a value that is soon reached.
      let key: String
      let value: String
      /// Its name and value in the error.
      let limit: String
      let number: Int
      /// What may be done, and then what may not.
      let before: [(method: String, params: String)]
      let beyond: (method: String, params: String)
      /// A value with which that may be done.
      let more: String

      var description: String { key }
    }

    private static func set(_ key: String, _ bytes: Int) -> (method: String, params: String) {
      ("state.set", #"{"values":{"\#(key)":"\#(String(repeating: "x", count: bytes))"}}"#)
    }

    private static func define(_ ids: String...) -> (method: String, params: String) {
      let buttons = ids.map { #"{"id":"\#($0)","style":"plain"}"# }.joined(separator: ",")
      return ("buttons.define", #"{"buttons":[\#(buttons)],"wait":"published"}"#)
    }

    private static func titled(_ id: String, _ bytes: Int) -> (method: String, params: String) {
      let title = String(repeating: "t", count: bytes)
      return (
        "buttons.define",
        #"{"buttons":[{"id":"\#(id)","style":"plain","configuration":{"title":"\#(title)"}}]}"#
      )
    }

    /// A button whose title is bound to a template of so many bytes.
    private static func bound(_ id: String, _ bytes: Int) -> (method: String, params: String) {
      let text = String(repeating: "t", count: bytes)
      let title = #"{"template":"\#(text)"}"#
      return (
        "buttons.define",
        #"{"buttons":[{"id":"\#(id)","style":"plain","configuration":{"title":\#(title)}}]}"#
      )
    }

    /// A key that is derived by an expression.
    private static func derive(_ expression: String) -> (method: String, params: String) {
      ("state.derive", #"{"keys":{"q":"\#(expression)"}}"#)
    }

    private static func evaluate(_ expression: String) -> (method: String, params: String) {
      ("state.eval", #"{"expression":"\#(expression)"}"#)
    }

    /// A subscription that takes a little more than half a mebibyte.
    private static func keys(_ number: Int) -> (method: String, params: String) {
      let keys = (0..<2_000).map { index in
        let name = "k\(number)-\(index)-"
        return "\"\(name + String(repeating: "x", count: 255 - name.utf8.count))\""
      }
      return ("state.subscribe", #"{"keys":[\#(keys.joined(separator: ","))]}"#)
    }

    private static func subscribe(_ style: String) -> (method: String, params: String) {
      ("buttons.subscribe", #"{"match":"*","traits":{"userInterfaceStyle":"\#(style)"}}"#)
    }

    static let cases = [
      Case(
        key: "keys", value: "1", limit: "keys", number: 1, before: [set("a", 1)],
        beyond: set("b", 1), more: "2"),
      Case(
        key: "valueBytes", value: "64", limit: "valueBytes", number: 64, before: [set("a", 60)],
        beyond: set("a", 70), more: "128"),
      Case(
        key: "stateBytes", value: "4 KiB", limit: "stateBytes", number: 4_096,
        before: [set("a", 2_000)], beyond: set("b", 2_500), more: "8 KiB"),
      Case(
        key: "leases", value: "1", limit: "leases", number: 1,
        before: [("state.set", #"{"values":{"a":1},"lease":"one"}"#)],
        beyond: ("state.set", #"{"values":{"b":1},"lease":"two"}"#), more: "2"),
      Case(
        key: "leasedKeys", value: "1", limit: "leasedKeys", number: 1,
        before: [("state.set", #"{"values":{"a":1},"lease":"one"}"#)],
        beyond: ("state.set", #"{"values":{"b":1},"lease":"one"}"#), more: "2"),
      Case(
        key: "derivedKeys", value: "1", limit: "derivedKeys", number: 1,
        before: [("state.derive", #"{"keys":{"a":"x"}}"#)],
        beyond: ("state.derive", #"{"keys":{"b":"x"}}"#), more: "2"),
      Case(
        key: "derivedBytes", value: "4 KiB", limit: "derivedBytes", number: 4_096,
        before: [bound("a", 400)], beyond: bound("b", 300), more: "8 KiB"),
      Case(
        key: "expressionBytes", value: "64", limit: "expressionBytes", number: 64,
        before: [derive(String(repeating: "x", count: 64))],
        beyond: bound("a", 65), more: "128"),
      Case(
        key: "expressionNodes", value: "16", limit: "expressionNodes", number: 16,
        before: [derive("-x" + String(repeating: " + x", count: 7))],
        beyond: derive("x" + String(repeating: " + x", count: 8)), more: "17"),
      Case(
        key: "expressionDepth", value: "4", limit: "expressionDepth", number: 4,
        before: [derive("((((x))))")], beyond: derive("(((((x)))))"), more: "5"),
      Case(
        key: "expressionKeys", value: "1", limit: "expressionKeys", number: 1,
        before: [derive("x + x")], beyond: evaluate("x + y"), more: "2"),
      Case(
        key: "buttons", value: "1", limit: "buttons", number: 1, before: [define("a")],
        beyond: define("b"), more: "2"),
      Case(
        key: "definitionBytes", value: "1 KiB", limit: "definitionBytes", number: 1_024,
        before: [titled("a", 500)], beyond: titled("a", 1_500), more: "2 KiB"),
      Case(
        key: "definitionsBytes", value: "4 KiB", limit: "definitionsBytes", number: 4_096,
        before: [titled("a", 3_000)], beyond: titled("b", 3_000), more: "8 KiB"),
      Case(
        key: "connectionBytes", value: "1 MiB", limit: "connectionBytes", number: 1 << 20,
        before: [keys(0)], beyond: keys(1), more: "2 MiB"),
      Case(
        key: "userBytes", value: "1 MiB", limit: "userBytes", number: 1 << 20,
        before: [keys(0)], beyond: keys(1), more: "2 MiB"),
      Case(
        // The line that is being read counts as well.
        key: "clientBytes", value: "1472 KiB", limit: "clientBytes", number: 1_472 << 10,
        before: [keys(0)], beyond: keys(1), more: "6 MiB"),
      Case(
        key: "subscriptions", value: "2", limit: "subscriptions", number: 2,
        before: [("state.subscribe", "{}"), ("actions.subscribe", "{}")],
        beyond: ("state.subscribe", #"{"under":"a"}"#), more: "3"),
      Case(
        key: "layouts", value: "1", limit: "layouts", number: 1,
        before: [define("a", "b"), ("layout.report", #"{"id":"a","width":1,"height":1}"#)],
        beyond: ("layout.report", #"{"id":"b","width":1,"height":1}"#), more: "2"),
      Case(
        key: "presses", value: "1", limit: "presses", number: 1,
        before: [define("a", "b"), ("press.began", #"{"id":"a"}"#)],
        beyond: ("press.began", #"{"id":"b"}"#), more: "2"),
      Case(
        key: "traitSets", value: "1", limit: "traitSets", number: 1, before: [subscribe("light")],
        beyond: subscribe("dark"), more: "2"),
      Case(
        key: "frameBytes", value: "64 KiB", limit: "maxFrameBytes", number: 65_536,
        before: ["b", "c"].map { key in
          (
            "state.set",
            #"{"values":{"\#(key)":["\#(String(repeating: key, count: 40_000))"]}}"#
          )
        },
        beyond: (
          "state.update",
          #"{"operations":[{"op":"append","key":"b","value":1},"#
            + #"{"op":"append","key":"c","value":1}]}"#
        ), more: "1 MiB"),
    ]

    /// The suite's daemon with some limits.
    private func limited(_ limits: String) throws -> (DaemonProcess, ConfiguredFolder) {
      try Shared.daemon(configuredBy: "limits: {\(limits)}", plugins: [])
    }

    /// A daemon with short lines that logs all about its clients.
    private func talkative() throws -> DaemonProcess {
      let daemon = try Shared.one("talkative") {
        let folder = TemporaryFolder()
        let path = folder.write("limits: {lineBytes: 64 KiB, valueBytes: 1 KiB}", to: "c.yaml")
        return try DaemonProcess(
          in: folder, ["--config", path, "--log-level", "debug", "--log-format", "json"])
      }
      daemon.forgetLog()
      return daemon
    }

    @Test(arguments: cases)
    func aLimitHoldsIsNamedAndIsTakenFromTheConfigurationAtOnce(limit: Case) throws {
      let (daemon, files) = try limited("\(limit.key): \(limit.value)")
      let client = try daemon.connect()
      for (method, params) in limit.before { try client.call(method, params) }
      for _ in 0..<2 {
        let refused = try client.refusal(of: limit.beyond.method, limit.beyond.params)
        #expect(refused.code == -32005)
        #expect(refused.error["data"]?["limit"]?.string == limit.limit)
        #expect(refused.error["data"]?["value"]?.int == limit.number)
      }
      let limits = try client.call("hello", #"{"client":"t"}"#)["limits"]
      #expect(limits?[limit.limit]?.int == limit.number)
      files.configure("limits: {\(limit.key): \(limit.more)}")
      #expect(try client.call("server.reload")["warnings"] == nil)
      try client.call(limit.beyond.method, limit.beyond.params)
    }

    @Test func connectionsBeyondTheLimitAreToldSoAndAReloadLetsThemIn() throws {
      let (daemon, files) = try limited("connections: 3")
      let first = try daemon.connect()
      try first.wait(until: "connections", is: 1)
      let clients = [first, try daemon.connect(), try daemon.connect()]
      for client in clients { try client.call("ping") }
      let refused = try daemon.connect()
      let error = try refused.next()["error"]
      #expect(error?["code"]?.int == -32005)
      #expect(error?["data"]?["limit"]?.string == "connections")
      #expect(error?["data"]?["value"]?.int == 3)
      #expect(try refused.nextLine() == nil)
      files.configure("limits: {connections: 4}")
      try clients[0].call("server.reload")
      try daemon.connect().call("ping")
    }

    @Test func aLineBeyondTheLimitIsToldSoAndTheRestIsNeverKept() throws {
      let daemon = try talkative()
      let witness = try daemon.connect()
      try witness.call("ping")
      var memory = 0
      for number in 0...scaled(5) {
        // The first brings the code that refuses lines into memory.
        if number == 1 { memory = try ProcessFile.residentKiB(of: daemon.processID) }
        let client = try daemon.connect()
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        // The daemon stops reading before the end.
        #expect(throws: TestFailure.self) { for _ in 0..<8 { try client.send(bytes: chunk) } }
        let error = try client.next()["error"]
        #expect(error?["code"]?.int == -32600)
        #expect(error?["data"]?["limit"]?.string == "maxLineBytes")
        #expect(error?["data"]?["value"]?.int == 65_536)
      }
      try witness.call("ping")
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(1_024), "grown by \(growth) KiB")
      #expect(daemon.log.contains("closed a client that sent too long a line"))
    }

    @Test func framesOfTheirOwnThatManyDoNotReadAreHeldToTheLimit() throws {
      let (daemon, _) = try limited("clientBytes: 8 MiB")
      let app = try daemon.connect()
      let shedBefore = try app.figure("shedClients")
      // Together less than a part of a snapshot, so that each sleeper is in step before it sleeps.
      let title = String(repeating: "t", count: 2_800)
      for part in 0..<4 {
        let buttons = (0..<75).map { index in
          #"{"id":"b\#(part)-\#(index)","style":"plain","isSelected":{"state":"n"},"#
            + #""configuration":{"title":"\#(title)"}}"#
        }
        try app.call(
          "buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))],"wait":"published"}"#)
      }
      let (reader, _) = try daemon.watch("b0-0")
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let sleepers = try (0..<scaled(40)).map { number in
        let client = try daemon.connect()
        try client.call("buttons.subscribe", #"{"match":["b*","z\#(number)"]}"#)
        return client
      }
      for value in [true, false, true] {
        try app.call("state.set", #"{"values":{"n":\#(value)},"wait":"published"}"#)
        let update = try reader.nextNotification("buttons.updated")
        let isSelected = update.record("b0-0")?["appearance"]?["isSelected"]
        #expect((isSelected == .bool(true)) == value)
      }
      try app.call("sync")
      let stats = try app.call("server.stats")
      #expect(stats["clientBytes"]?.int ?? .max <= 8 << 20)
      #expect(stats["shedClients"]?.int ?? 0 >= shedBefore + sleepers.count - 10)
      try daemon.waitForLog("clients left more in memory than clientBytes allows")
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(96 << 10), "grown by \(growth) KiB")
    }

    @Test func linesWithoutAnEndAreHeldToTheLimitAllTogether() throws {
      let (daemon, _) = try limited("clientBytes: 8 MiB")
      let witness = try daemon.connect()
      try witness.call("ping")
      let shedBefore = try witness.figure("shedClients")
      let half = [UInt8](repeating: UInt8(ascii: "x"), count: 900_000)
      let clients = try (0..<scaled(30)).map { _ in
        let client = try daemon.connect()
        try? client.send(bytes: half)
        return client
      }
      try witness.call("ping")
      let stats = try witness.call("server.stats")
      #expect(stats["clientBytes"]?.int ?? .max <= 8 << 20)
      let shed = (stats["shedClients"]?.int ?? 0) - shedBefore
      #expect(shed >= clients.count - 9)
      var told = 0
      for client in clients {
        client.patience = 0.05
        guard let error = try? client.next()["error"] else { continue }
        #expect(error["code"]?.int == -32005)
        #expect(error["data"]?["limit"]?.string == "clientBytes")
        #expect(error["data"]?["value"]?.int == 8 << 20)
        told += 1
      }
      #expect(told > 0)
    }

    @Test func oneThatSubscribesWithoutEndIsToldSoAndNothingGrows() throws {
      let (daemon, _) = try limited("")
      let client = try daemon.connect()
      func subscribe(_ count: Int, from first: Int) throws -> Int {
        var refused = 0
        for start in stride(from: first, to: first + count, by: 500) {
          let ids = try (start..<min(first + count, start + 500)).map {
            try client.request("state.subscribe", #"{"under":"a\#($0)"}"#)
          }
          for id in ids {
            do { _ = try client.result(of: id) } catch let error as TestClient.Refused {
              #expect(error.error["data"]?["limit"]?.string == "subscriptions")
              refused += 1
            }
          }
        }
        return refused
      }
      #expect(try subscribe(2_000, from: 0) == 1_000)
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let count = scaled(5_000)
      #expect(try subscribe(count, from: 2_000) == count)
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(2_048), "grown by \(growth) KiB")
    }

    @Test func oneThatSendsTooFastWaitsLosesNothingAndHoldsNobodyUp() throws {
      let (daemon, files) = try limited("requestRate: 200")
      let (fast, other) = (try daemon.connect(), try daemon.connect())
      #expect(
        try other.call("hello", #"{"client":"o"}"#)["limits"]?["requestRate"]?.int == 200)
      let throttled = try other.figure("throttles")
      let start = Deadline.now
      let count = 500
      var lines: [UInt8] = []
      for id in 1...count {
        lines += Array("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"ping\"}\n".utf8)
      }
      try fast.send(bytes: lines)
      #expect(try fast.next()["id"]?.int == 1)
      try other.call("ping")
      for id in 2...count { #expect(try fast.next()["id"]?.int == id) }
      // A second's worth at once, the other 300 at 200 a second.
      let milliseconds = (Deadline.now - start) / 1_000_000
      #expect(milliseconds >= 1_400, "\(milliseconds) ms")
      #expect(try other.call("server.stats")["throttles"]?.int ?? 0 > throttled)
      files.configure("limits: {requestRate: 0}")
      try other.call("server.reload")
      let throttles = try other.call("server.stats")["throttles"]
      for _ in 0..<scaled(2_000) { try fast.call("ping") }
      #expect(try other.call("server.stats")["throttles"] == throttles)
    }

    @Test func oneThatSendsTooFastAndLeavesFreesItsPlace() throws {
      let (daemon, _) = try limited("requestRate: 50, connections: 2")
      let witness = try daemon.connect()
      try witness.wait(until: "connections", is: 1)
      for _ in 0..<scaled(5) {
        let fast = try daemon.connect()
        for _ in 0..<100 { _ = try fast.request("ping") }
        _ = try fast.next()
        fast.close()
        try witness.wait(until: "connections", is: 1)
      }
    }

    @Test func oneThatMisbehavesWithoutEndCannotFloodTheLog() throws {
      let daemon = try talkative()
      let client = try daemon.connect()
      let errors = try client.figure("errors")
      try client.call("hello", #"{"client":"evil\n{\"level\":\"critical\"}"}"#)
      let count = scaled(10_000)
      let nonsense = Array(repeatElement(Array("nope\n".utf8), count: 1_000).joined())
      for _ in 0..<count / 1_000 {
        try client.send(bytes: nonsense)
        for _ in 0..<1_000 { #expect(try client.next()["error"]?["code"]?.int == -32700) }
      }
      try daemon.waitForLog("left out")
      let lines = try daemon.log.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
      #expect(lines.count < 500)
      #expect(!lines.contains { $0["level"]?.string == "critical" })
      let about = lines.filter { $0["message"]?.string?.hasPrefix("parseError") == true }
      #expect(!about.isEmpty && about.allSatisfy { $0["uid"]?.string == "\(geteuid())" })
      #expect(about.allSatisfy { $0["client"]?.string?.hasPrefix("evil") == true })
      let stats = try client.call("server.stats")
      #expect(stats["errors"]?.int == errors + count)
      #expect(stats["suppressedLogLines"]?.int ?? 0 > count / 2)
    }
  }
}
