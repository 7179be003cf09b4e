import ButtonEngine
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

@Suite struct MethodRightsTests {
  @Test func everyMethodHasTheRightThatIsWritten() {
    var rights: [String: String] = [:]
    for (role, methods) in MethodRights.byRole { for method in methods { rights[method] = role } }
    let table = MethodTable.methods.map { ("\($0.name)", $0.requiredRole.rawValue) }
    #expect(Dictionary(table) { $1 } == rights)
  }

  @Test(arguments: Role.allCases)
  func aRoleMayDoWhatItsRightsSayAndNothingElse(role: Role) throws {
    for method in MethodTable.names {
      let daemon = MemoryDaemon()
      daemon.open("a", role: role)
      let answer = try daemon.call(method)
      let isForbidden = answer?["code"]?.int == -32003
      #expect(
        isForbidden == !MethodRights.methods(of: role.rawValue).contains(method), "\(method)")
    }
  }

  @Test func helloLowersARoleForGoodAndNeverRaisesIt() throws {
    let daemon = MemoryDaemon()
    daemon.open("a", role: .write)
    for (asked, given) in [
      ("admin", "write"), ("write", "write"), ("press", "press"), ("admin", "press"),
      ("read", "read"), ("write", "read"),
    ] {
      let hello = try daemon.call("hello", #"{"client":"t","role":"\#(asked)"}"#)
      #expect(hello?["role"]?.string == given)
    }
    #expect(try daemon.call("hello", #"{"client":"t"}"#)?["role"]?.string == "read")
    #expect(try daemon.call("state.set", #"{"values":{"a":1}}"#)?["code"]?.int == -32003)
    // A hello that is refused leaves things as they are.
    daemon.open("b", role: .admin)
    let refused = try daemon.call(
      "hello", #"{"client":"t","role":"read","require":["teleport"]}"#, on: "b")
    #expect(refused?["code"]?.int == -32008)
    #expect(try daemon.call("hello", #"{"client":"t"}"#, on: "b")?["role"]?.string == "admin")
  }

  /// Of every method that subscribes, at every role below its own, also where the socket is full.
  @Test(arguments: [Role.read, .press, .write], [false, true])
  func aLoweredRoleEndsTheSubscriptionsAboveIt(role: Role, isBlocked: Bool) throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("b")
    try daemon.call(
      "buttons.define", #"{"buttons":[{"id":"x","style":"plain","group":"g"}]}"#, on: "b")
    var kept: Set<String> = []
    var ended: [String] = []
    for method in MethodTable.methods where "\(method.name)".hasSuffix(".subscribe") {
      let answer = try daemon.call("\(method.name)", #"{"match":"*"}"#, on: "a")
      let name = try #require(answer?["subscription"]?.string, "\(method.name)")
      if method.requiredRole <= role { kept.insert(name) } else { ended.append(name) }
    }
    #expect(kept.count + ended.count == 7)
    let connection = try #require(daemon.connection("a"))
    if isBlocked {
      daemon.service.connectionBlocked(connection)
      try daemon.call("buttons.trigger", #"{"id":"x"}"#, on: "b")
    }
    try daemon.call("hello", #"{"client":"t","role":"\#(role)"}"#, on: "a")
    try daemon.call("state.set", #"{"values":{"n":1}}"#, on: "b")
    try daemon.call("buttons.patch", #"{"id":"x","isEnabled":true}"#, on: "b")
    try daemon.call("buttons.trigger", #"{"id":"x"}"#, on: "b")
    if isBlocked {
      daemon.service.connectionDrained(connection)
      daemon.turn()
    }
    var told: Set<String> = []
    while let line = try daemon.next(on: "a") {
      if let name = line["params"]?["subscription"]?.string { told.insert(name) }
    }
    #expect(told.isSubset(of: kept), "\(told)")
    #expect(told.contains { $0.hasPrefix("actions") } == (role >= .press))
    for name in ended {
      let answer = try daemon.call("unsubscribe", #"{"subscription":"\#(name)"}"#, on: "a")
      #expect(answer?["code"]?.int == -32001, "\(name)")
    }
    for name in kept {
      let answer = try daemon.call("unsubscribe", #"{"subscription":"\#(name)"}"#, on: "a")
      #expect(answer?.text == "{}", "\(name)")
    }
  }

  @Test func whoBecomesTheFleetsLinkIsToldNothingMore() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("b")
    try daemon.call("buttons.define", #"{"buttons":[{"id":"x","style":"plain"}]}"#)
    try daemon.call("state.subscribe")
    try daemon.call("buttons.subscribe", #"{"match":"x"}"#)
    try daemon.call("hello", #"{"client":"link","role":"fleet"}"#)
    try daemon.call("state.set", #"{"values":{"n":1}}"#, on: "b")
    try daemon.call("buttons.patch", #"{"id":"x","isEnabled":false}"#, on: "b")
    #expect(daemon.waiting() == 0)
  }

  @Test func whoMayNoLongerPressPressesNothing() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("recorder")
    try daemon.call("buttons.define", #"{"buttons":[{"id":"x","style":"plain"}]}"#)
    try daemon.call("inputs.subscribe", on: "recorder")
    try daemon.call("press.began", #"{"id":"x"}"#)
    try daemon.call("hello", #"{"client":"t","role":"press"}"#)
    #expect(daemon.engine.pressesUnderWay.count == 1)
    try daemon.call("hello", #"{"client":"t","role":"read"}"#)
    #expect(daemon.engine.pressesUnderWay.isEmpty)
    let look = try daemon.call("buttons.get", #"{"match":"x"}"#)?["buttons"]?.elements.first
    #expect(look?["appearance"]?["isHighlighted"] == nil)
    daemon.close("a")
    var inputs: [String] = []
    while let line = try daemon.next(on: "recorder") {
      inputs.append(line["params"]?["method"]?.string ?? "")
    }
    #expect(inputs == ["press.began", "connection.closed"])
  }

  @Test func whatWasAskedForBeforeIsAnswered() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    try daemon.call("buttons.define", #"{"buttons":[{"id":"x","style":"plain"}]}"#)
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"n":1},"wait":"published"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"hello","params":{"client":"t","role":"read"}}"#,
    ]
    for line in lines { daemon.accept(Array(line.utf8)) }
    daemon.turn()
    #expect(try daemon.next()?["result"]?["role"]?.string == "read")
    let answer = try daemon.next()
    #expect(answer?["id"] == .int(1))
    #expect(answer?["result"]?["changed"]?.text == #"["n"]"#)
  }

  @Test func forbiddenMembersOfABatchAreNotDoneAndTheOthersAre() throws {
    let daemon = MemoryDaemon()
    daemon.open("a", role: .press)
    let answer = try daemon.ask(
      #"[{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"a":1}}},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"state.get"},"#
        + #"{"jsonrpc":"2.0","method":"server.reload"}]"#)
    #expect(answer?.elements.count == 2)
    #expect(answer?.elements.first?["error"]?["code"]?.int == -32003)
    #expect(answer?.elements.last?["result"]?["values"] == .object([]))
  }
}
