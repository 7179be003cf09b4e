import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

@Suite struct MethodRightsTests {
  @Test func everyMethodHasTheRightThatIsWritten() {
    var rights: [String: String] = [:]
    for (role, methods) in MethodRights.byRole { for method in methods { rights[method] = role } }
    let table = MethodTable.methods.map { ("\($0.name)", $0.right.rawValue) }
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
