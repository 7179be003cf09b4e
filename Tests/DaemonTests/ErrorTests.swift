import TestSupport
import Testing

extension DaemonTests {
  @Suite struct ErrorTests {
    /// A line and the error that it is answered with.
    struct BadLine: Sendable, CustomTestStringConvertible {
      let line: String
      let code: Int
      let reason: String
      var path: String?
      /// The id of the answer, as text.
      var id = "null"

      var testDescription: String { String(line.prefix(80)) }
    }

    static let envelopes = [
      BadLine(line: "{", code: -32_700, reason: "parseError"),
      BadLine(line: "hello", code: -32_700, reason: "parseError"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":1,"method":"ping"}x"#, code: -32_700, reason: "parseError"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":01,"method":"ping"}"#, code: -32_700, reason: "parseError"),
      BadLine(
        line: "\u{FEFF}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", code: -32_700,
        reason: "parseError"),
      BadLine(
        line: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\u{0}ng\"}", code: -32_700,
        reason: "parseError"),
      BadLine(line: "[]", code: -32_600, reason: "invalidRequest"),
      BadLine(line: "1", code: -32_600, reason: "invalidRequest"),
      BadLine(line: #""text""#, code: -32_600, reason: "invalidRequest"),
      BadLine(line: "null", code: -32_600, reason: "invalidRequest"),
      BadLine(line: "{}", code: -32_600, reason: "invalidRequest"),
      BadLine(line: #"{"jsonrpc":"2.0","id":1}"#, code: -32_600, reason: "invalidRequest", id: "1"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":1,"method":7}"#, code: -32_600, reason: "invalidRequest",
        id: "1"),
      BadLine(
        line: #"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, code: -32_600,
        reason: "invalidRequest", id: #""a""#),
      BadLine(
        line: #"{"id":1,"method":"ping"}"#, code: -32_600, reason: "invalidRequest", id: "1"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, code: -32_600,
        reason: "invalidRequest"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, code: -32_600,
        reason: "invalidRequest"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, code: -32_600,
        reason: "invalidRequest"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, code: -32_600,
        reason: "invalidRequest", id: "1"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, code: -32_602,
        reason: "invalidParams", path: "params", id: "1"),
      BadLine(
        line: #"{"jsonrpc":"2.0","id":1,"method":"pong"}"#, code: -32_601,
        reason: "methodNotFound", id: "1"),
    ]

    private func daemon() throws -> DaemonProcess {
      try Shared.daemon()
    }

    @Test func everyLineThatIsNoRequestIsAnsweredAndTheConnectionGoesOn() throws {
      let daemon = try daemon()
      let client = try daemon.connect()
      for bad in Self.envelopes {
        try client.send(bad.line)
        let answer = try client.next()
        expect(answer, bad)
      }
      try client.call("ping")
    }

    /// A request, what it is answered with, and what is sent before it.
    struct BadCall: Sendable {
      let method: String
      let params: String
      let code: Int
      let reason: String
      var path: String?

      init(
        _ method: String, _ params: String, _ code: Int, _ reason: String, _ path: String? = nil
      ) {
        self.method = method
        self.params = params
        self.code = code
        self.reason = reason
        self.path = path
      }
    }

    static let calls = [
      BadCall("state.set", "{}", -32_602, "invalidParams", "params.values"),
      BadCall("state.set", #"{"values":7}"#, -32_602, "invalidParams", "params.values"),
      BadCall("state.set", #"{"values":{"a b":1}}"#, -32_602, "invalidParams", "params.values.a b"),
      BadCall("state.set", #"{"values":{"":1}}"#, -32_602, "invalidParams", "params.values."),
      BadCall(
        "state.set", #"{"values":{"a..b":1}}"#, -32_602, "invalidParams", "params.values.a..b"),
      BadCall(
        "state.set", #"{"values":{"good":1},"wait":"ever"}"#, -32_602, "invalidParams",
        "params.wait"),
      BadCall(
        "state.set", #"{"values":{"n":9223372036854775808}}"#, -32_602, "invalidParams",
        "params.values.n"),
      BadCall(
        "state.set", #"{"values":{"good":1},"ifRevision":1000000000}"#, -32_002, "conflict",
        "params.ifRevision"),
      BadCall(
        "state.update",
        #"{"operations":[{"op":"increment","key":"good"},{"op":"halve","key":"good"}]}"#, -32_602,
        "invalidParams", "params.operations[1].op"),
      BadCall(
        "state.update",
        #"{"operations":[{"op":"set","key":"good","value":[]},{"op":"increment","key":"good"}]}"#,
        -32_602, "invalidParams", "params.operations[1]"),
      BadCall("state.get", #"{"keys":[1]}"#, -32_602, "invalidParams", "params.keys[0]"),
      BadCall("unsubscribe", #"{"subscription":"s"}"#, -32_001, "notFound", "params.subscription"),
      BadCall("buttons.trigger", #"{"id":"none"}"#, -32_001, "notFound", "params.id"),
      BadCall(
        "buttons.define", #"{"buttons":[{"id":"ok","style":"plain"},{"id":"b","style":"plane"}]}"#,
        -32_001, "notFound", "params.buttons[1].style"),
      BadCall(
        "buttons.define", #"{"buttons":[{"id":"b","style":"checkout/none"}]}"#, -32_001,
        "notFound", "params.buttons[0].style"),
      BadCall(
        "buttons.define", #"{"buttons":[{"id":"b","style":"none/none"}]}"#, -32_006,
        "pluginUnavailable", "params.buttons[0].style"),
      BadCall(
        "buttons.define",
        #"{"buttons":[{"id":"b","style":"plain","handler":"checkout/count","configuration":null}]}"#,
        -32_004, "configurationRequired", "params.buttons[0].handler"),
      BadCall(
        "buttons.define",
        #"{"buttons":[{"id":"b","style":"plain","configuration":{"titel":"x"}}]}"#,
        -32_602, "invalidParams", "params.buttons[0].configuration.titel"),
      BadCall(
        "buttons.define",
        #"{"buttons":[{"id":"b","style":"pill/pill","parameters":{"outline":11}}]}"#,
        -32_602, "invalidParams", "params.buttons[0].parameters.outline"),
      BadCall(
        "buttons.subscribe", #"{"match":"*","traits":{"mood":1}}"#, -32_602, "invalidParams",
        "params.traits.mood"),
      BadCall("sync", #"{"timeoutMs":60001}"#, -32_602, "invalidParams", "params.timeoutMs"),
      BadCall(
        "hello", #"{"client":"t","require":["telepathy"]}"#, -32_008, "capabilityMissing",
        "params.require"),
      BadCall("buttons.trigger", #"{"id":"off"}"#, -32_009, "disabled", "params.id"),
    ]

    @Test func everyRefusalHasItsCodeReasonAndPathAndAppliesNothing() throws {
      let daemon = try daemon()
      let client = try daemon.connect()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"off","style":"plain","isEnabled":false}]}"#)
      let before = try client.call("sync")
      for bad in Self.calls {
        let refusal = try client.refusal(of: bad.method, bad.params)
        #expect(refusal.code == bad.code, "\(bad.method) \(bad.params)")
        #expect(refusal.reason == bad.reason, "\(bad.method) \(bad.params)")
        #expect(refusal.path == bad.path, "\(bad.method) \(bad.params)")
        #expect(refusal.error["message"]?.string?.isEmpty == false)
      }
      #expect(try client.call("sync") == before)
      #expect(try client.call("state.get")["values"] == .object([]))
      #expect(try client.call("buttons.list")["buttons"]?.elements.count == 1)
    }

    @Test func limitsAreRefusedByNameAndValue() throws {
      let daemon = try daemon()
      let client = try daemon.connect()
      func limit(_ method: String, _ params: String) throws -> String? {
        let refusal = try client.refusal(of: method, params)
        #expect(refusal.code == -32_005 && refusal.reason == "limitExceeded")
        #expect(refusal.error["data"]?["value"]?.int != nil)
        return refusal.error["data"]?["limit"]?.string
      }
      let key = String(repeating: "k", count: 256)
      let value = String(repeating: "v", count: 65_537)
      let segments = Array(repeating: "s", count: 17).joined(separator: ".")
      #expect(try limit("state.set", #"{"values":{"\#(key)":1}}"#) == "keyBytes")
      #expect(try limit("state.set", #"{"values":{"\#(segments)":1}}"#) == "keySegments")
      #expect(try limit("state.set", #"{"values":{"a":"\#(value)"}}"#) == "valueBytes")
      #expect(
        try limit("buttons.define", #"{"buttons":[{"id":"\#(key.prefix(129))","style":"plain"}]}"#)
          == "idBytes")
      for index in 0..<1_000 {
        try client.call("buttons.subscribe", #"{"match":"b\#(index)"}"#)
      }
      #expect(try limit("buttons.subscribe", #"{"match":"one-more"}"#) == "subscriptions")
      let other = try daemon.connect()
      for index in 0..<15 {
        let tint = "#0000\(String(16 + index, radix: 16))"
        try other.call("buttons.subscribe", #"{"match":"b","traits":{"tint":"\#(tint)"}}"#)
      }
      let refusal = try other.refusal(
        of: "buttons.subscribe", ##"{"match":"b","traits":{"tint":"#00ff00"}}"##)
      #expect(refusal.error["data"]?["limit"]?.string == "traitSets")
    }

    @Test func aSyncThatRunsOutSaysSo() throws {
      let daemon = try Shared.daemon(
        with: "slow",
        resolve: """
          if (strcmp(get_text(request, "state.shop.mode", text), "slow") == 0) usleep(200000);
          """)
      let client = try daemon.connect()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"s","style":"slow/look"}],"wait":"published"}"#)
      try client.call("state.set", #"{"values":{"shop.mode":"slow"}}"#)
      let refusal = try client.refusal(of: "sync", #"{"timeoutMs":5}"#)
      #expect(refusal.code == -32_007 && refusal.reason == "timeout")
      try client.call("sync")
    }

    @Test func aRoleOnceLoweredStaysLow() throws {
      let client = try daemon().connect()
      #expect(try client.call("hello", #"{"client":"t","role":"read"}"#)["role"]?.string == "read")
      for _ in 0..<2 {
        let refusal = try client.refusal(of: "state.set", #"{"values":{"a":1}}"#)
        #expect(refusal.code == -32_003 && refusal.reason == "forbidden")
        _ = try? client.call("hello", #"{"client":"t","role":"admin"}"#)
      }
      try client.call("state.get")
    }

    private func expect(_ answer: JSONTree, _ bad: BadLine) {
      #expect(answer["error"]?["code"]?.int == bad.code, "\(bad.line)")
      #expect(answer["error"]?["data"]?["reason"]?.string == bad.reason, "\(bad.line)")
      #expect(answer["error"]?["data"]?["path"]?.string == bad.path, "\(bad.line)")
      #expect(answer["error"]?["message"]?.string?.isEmpty == false, "\(bad.line)")
      #expect(answer["id"]?.text == bad.id, "\(bad.line)")
      #expect(answer["jsonrpc"]?.string == "2.0", "\(bad.line)")
    }
  }
}
