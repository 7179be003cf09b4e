import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

@Suite struct ServiceTests {
  @Test func aConnectionMayDoWhatItsRoleAllows() throws {
    // As the protocol says: the least role for each method.
    let rights: [(Role, [String])] = [
      (
        .read,
        [
          "hello", "ping", "sync", "unsubscribe", "state.get", "state.eval", "state.subscribe",
          "state.derived", "buttons.list", "buttons.definitions",
          "buttons.get", "buttons.subscribe", "buttons.explain", "groups.list", "groups.get",
          "styles.list", "server.stats", "images.get", "images.list",
          "fleet.status", "fleet.subscribe", "fleet.rejections", "fleet.outcome",
        ]
      ),
      (
        .press,
        [
          "buttons.trigger", "buttons.rotate", "actions.subscribe", "layout.report", "press.began",
          "press.moved",
          "press.ended", "press.cancelled", "pointer.entered", "pointer.exited", "menu.choose",
        ]
      ),
      (
        .write,
        [
          "state.set", "state.update", "state.derive", "buttons.define", "buttons.patch",
          "buttons.remove", "images.put", "images.remove", "groups.define", "groups.remove",
          "buttons.setNeedsUpdateConfiguration", "actions.done",
        ]
      ),
      (
        .admin,
        [
          "plugins.list", "plugins.reload", "plugins.reset", "plugins.enable", "plugins.disable",
          "plugins.subscribe", "sources.list", "sources.run", "sources.reset", "sources.subscribe",
          "server.reload", "server.backup", "inputs.subscribe", "fleet.adopt",
        ]
      ),
      (
        .fleet,
        [
          "fleet.attach", "fleet.state", "fleet.joined", "fleet.snapshot", "fleet.entries",
          "fleet.outcomes", "fleet.actions",
        ]
      ),
    ]
    #expect(Set(rights.flatMap(\.1)) == Set(MethodTable.names))
    for role in Role.allCases {
      let daemon = MemoryDaemon()
      daemon.open("a", role: role)
      for (least, methods) in rights {
        for method in methods {
          let answer = try daemon.call(method)
          let isForbidden = answer?["data"]?["reason"]?.string == "forbidden"
          let isAllowed =
            role.permits(least) || role == .fleet && ["hello", "ping"].contains(method)
          #expect(isForbidden == !isAllowed, "\(method) as \(role)")
          #expect(!isForbidden || answer?["code"]?.int == -32003)
        }
      }
    }
  }

  @Test func whatIsForbiddenIsNotDone() throws {
    let daemon = MemoryDaemon()
    daemon.open("a", role: .read)
    try daemon.call("state.set", #"{"values":{"a":1}}"#)
    daemon.send(
      Array(#"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"a":1}}}"#.utf8))
    #expect(daemon.engine.revision == 0)
  }

  @Test func everyMethodTakesParamsThatAreNullAsNone() throws {
    for method in MethodTable.methods {
      let answers = try [#","params":null"#, ""].map { params in
        let daemon = MemoryDaemon()
        daemon.open("a")
        return try daemon.ask(
          #"{"jsonrpc":"2.0","id":1,"method":"\#(method.name)"\#(params)}"#)
      }
      #expect(answers[0] != nil)
      #expect(answers[0] == answers[1], "\(method.name)")
    }
  }

  @Test func manyLinesOfOneTurnMakeOneFrame() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"plain","isSelected":{"state":"n","equals":999}}]}"#)
    try daemon.call("buttons.subscribe", #"{"match":"b"}"#)
    let frames = daemon.engine.statistics.frames
    for value in 0..<1_000 {
      daemon.accept(
        Array(
          #"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"n":\#(value)}}}"#.utf8))
    }
    daemon.turn()
    #expect(daemon.engine.statistics.frames == frames + 1)
    #expect(daemon.waiting() == 1)
    let update = try daemon.next()
    let record = update?["params"]?["buttons"]?.elements.first
    #expect(record?["appearance"]?["isSelected"] == .bool(true))
  }

  @Test func aConnectionHasALimitOfSubscriptionsOfAllKinds() throws {
    var limits = Limits()
    limits.subscriptions = 3
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("a")
    daemon.open("b")
    try daemon.call("state.subscribe", #"{"keys":["a"]}"#)
    let buttons = try daemon.call("buttons.subscribe", #"{"match":"a"}"#)
    try daemon.call("actions.subscribe")
    for (method, params) in [
      ("state.subscribe", "{}"), ("buttons.subscribe", #"{"match":"*"}"#),
      ("actions.subscribe", #"{"match":"x"}"#),
    ] {
      let refused = try daemon.call(method, params)
      #expect(refused?["data"]?["reason"]?.string == "limitExceeded")
      #expect(refused?["data"]?["limit"]?.string == "subscriptions")
      #expect(refused?["data"]?["value"]?.int == 3)
    }
    #expect(try daemon.call("state.subscribe", on: "b")?["subscription"] != nil)
    let name = try #require(buttons?["subscription"]?.string)
    try daemon.call("unsubscribe", #"{"subscription":"\#(name)"}"#)
    #expect(try daemon.call("state.subscribe")?["subscription"] != nil)
  }

  @Test func subscriptionsThatWaitForTheirSnapshotCountToo() throws {
    var limits = Limits()
    limits.subscriptions = 2
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("a")
    let lines = (0..<3).map { index in
      #"{"jsonrpc":"2.0","id":\#(index),"method":"buttons.subscribe","params":{"match":"b\#(index)"}}"#
    }
    for line in lines { daemon.accept(Array(line.utf8)) }
    #expect(try daemon.next()?["error"]?["data"]?["limit"]?.string == "subscriptions")
    daemon.turn()
    #expect(try daemon.next()?["result"]?["snapshot"] == .bool(true))
    #expect(try daemon.next()?["result"]?["snapshot"] == .bool(true))
  }

  @Test func aClosedConnectionIsForgottenWithAllItWaitsFor() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("b")
    try daemon.call("actions.subscribe")
    try daemon.call("state.subscribe")
    daemon.accept(Array(#"{"jsonrpc":"2.0","id":1,"method":"sync"}"#.utf8))
    let connection = try #require(daemon.connection("a"))
    daemon.close("a")
    #expect(daemon.engine.subscriptionCount(connection) == 0)
    #expect(daemon.service.subscriptions.count(of: connection) == 0)
    #expect(daemon.service.session(connection) == nil)
    try daemon.call("buttons.define", #"{"buttons":[{"id":"b","style":"plain"}]}"#, on: "b")
    #expect(try daemon.call("buttons.trigger", #"{"id":"b"}"#, on: "b")?["revision"] != nil)
  }

  @Test func everyRequestIsAnsweredExactlyOnce() throws {
    var seed = Seed()
    let daemon = MemoryDaemon()
    daemon.open("a")
    let methods = MethodTable.names + ["nope", "state"]
    let params = [
      "{}", #"{"values":{"a":1},"wait":"published"}"#, #"{"match":"*"}"#, "[1]", "7",
      #"{"buttons":[{"id":"b","style":"plain"}],"wait":"published"}"#, #"{"id":"b"}"#,
    ]
    var wanted: [Int] = []
    for id in 0..<scaled(2_000) {
      func request(_ id: Int) -> String {
        let method = methods[Int.random(in: 0..<methods.count, using: &seed)]
        let param = params[Int.random(in: 0..<params.count, using: &seed)]
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(param)}"#
      }
      if Int.random(in: 0..<4, using: &seed) == 0 {
        let ids = (0..<Int.random(in: 1..<5, using: &seed)).map { 10_000 * ($0 + 1) + id }
        wanted += ids
        daemon.accept(Array("[\(ids.map(request).joined(separator: ","))]".utf8))
      } else {
        wanted.append(id)
        daemon.accept(Array(request(id).utf8))
      }
      if Int.random(in: 0..<10, using: &seed) == 0 { daemon.turn() }
    }
    daemon.turn()
    var answered: [Int] = []
    while let line = try daemon.next() {
      let answers = line.elements.isEmpty ? [line] : line.elements
      for answer in answers where answer["method"] == nil {
        #expect((answer["result"] == nil) != (answer["error"] == nil))
        answered.append(try #require(answer["id"]?.int))
      }
    }
    #expect(answered.sorted() == wanted.sorted())
    #expect(daemon.service.session(ConnectionID(rawValue: 0))?.pending.isEmpty == true)
  }
}
