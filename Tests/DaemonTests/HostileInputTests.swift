import TestSupport
import Testing

extension HostileDaemonTests {
  @Suite(.sharing) struct HostileInputTests {
    private func daemon() throws -> DaemonProcess {
      try Shared.daemon(plugins: DemoButtons.plugins)
    }

    private func revision(_ client: TestClient) throws -> Int {
      try client.call("state.get")["revision"]?.int ?? 0
    }

    @Test func idsComeBackByteForByte() throws {
      let client = try daemon().connect()
      let ids = [
        "0", "-0", "1.50", "1E3", "1e999", "123456789012345678901234567890", "null", #""""#,
        #""\u00e9é\n\/\ud83d\ude00""#, #""\u0000""#, "-1.0e-5",
      ]
      for id in ids {
        try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
        let line = try client.nextLine().map { String(decoding: $0, as: UTF8.self) }
        #expect(line == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
        try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"pong"}"#)
        let refusal = try client.nextLine().map { String(decoding: $0, as: UTF8.self) }
        #expect(refusal?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":"#) == true)
      }
    }

    @Test func notificationsAreNeverAnswered() throws {
      let client = try daemon().connect()
      try client.send(#"{"jsonrpc":"2.0","method":"ping"}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"no.such.method"}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"a b":1}}}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"a":1}}}"#)
      try client.send(#"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"sync"}]"#)
      try client.send(#"{"jsonrpc":"2.0","method":"sync"}"#)
      for blank in ["", "   ", "\r"] { try client.send(blank) }
      #expect(try client.call("state.get")["values"]?["a"]?.int == 1)
    }

    @Test func aBatchIsAnsweredAsOneArrayWithWhatIsWrongInIt() throws {
      let client = try daemon().connect()
      let before = try revision(client)
      try client.send(
        #"[{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"a":1}}},7,"#
          + #"{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","id":"s","method":"sync"},"#
          + #"{"jsonrpc":"2.0","id":null,"method":"pong"},[]]"#)
      let answers = try client.next().elements
      #expect(answers.count == 5)
      #expect(answers.contains { $0["id"]?.int == 1 && $0["result"] != nil })
      #expect(
        answers.contains {
          $0["id"]?.string == "s" && $0["result"]?["revision"]?.int == before + 1
        })
      #expect(answers.filter { $0["error"]?["code"]?.int == -32_600 }.count == 2)
      #expect(answers.filter { $0["error"]?["code"]?.int == -32_601 }.count == 1)
    }

    @Test func aBatchOfMoreThanAllowedIsRefusedAsAWhole() throws {
      let client = try daemon().connect()
      let before = try revision(client)
      let member = #"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"a":1}}}"#
      for batch in [
        repeatElement(member, count: 4_097).joined(separator: ","),
        repeatElement("1", count: 500_000).joined(separator: ","),
      ] {
        try client.send("[\(batch)]")
        let answer = try client.next()
        #expect(answer["id"] == .null)
        #expect(answer["error"]?["data"]?["limit"]?.string == "batchRequests")
        #expect(answer["error"]?["data"]?["value"]?.int == 4_096)
      }
      #expect(try revision(client) == before)
      try client.send("[\(repeatElement("1", count: 4_096).joined(separator: ","))]")
      #expect(try client.next().elements.count == 4_096)
    }

    @Test func aLineAsLongAsAllowedIsHandledAndALongerOneEndsTheConnection() throws {
      let daemon = try daemon()
      let other = try daemon.connect()
      let head = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"pad":""#
      let room = (1 << 20) - head.utf8.count - 3
      let longest = head + String(repeating: "p", count: room) + #""}}"#
      let client = try daemon.connect()
      try client.send(longest)
      #expect(try client.next()["result"] != nil)
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"a":1}}}"#)
      #expect(try client.next()["result"] != nil)

      _ = try? client.send(" " + longest + #"\n{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
      let answer = try client.next()
      #expect(answer["id"] == .null)
      #expect(answer["error"]?["data"]?["limit"]?.string == "maxLineBytes")
      #expect(try client.nextLine() == nil)

      let endless = try daemon.connect()
      let chunk = [UInt8](repeating: UInt8(ascii: "{"), count: 1 << 20)
      for _ in 0..<4 where (try? endless.send(bytes: chunk)) == nil { break }
      #expect(try endless.next()["id"] == .null)
      #expect(try endless.nextLine() == nil)
      try other.call("ping")
    }

    @Test(arguments: ["[]", #"{"":}"#, "[{}]"])
    func sixtyFourLevelsAreReadAndSixtyFiveRefused(kind: String) throws {
      let client = try daemon().connect()
      // The message and its params, values are three levels.
      func nested(_ depth: Int) -> String {
        (0..<depth).map { _ in kind.first == "[" ? "[" : #"{"k":"# }.joined()
          + (kind.first == "[" ? "" : "1")
          + String(repeating: kind.first == "[" ? "]" : "}", count: depth)
      }
      try client.call("state.set", #"{"values":{"deep":\#(nested(61))}}"#)
      let before = try revision(client)
      #expect(try client.call("state.get")["values"]?["deep"]?.text == nested(61))
      for depth in [62, 63, 1_000, 100_000] {
        try client.send(
          #"{"jsonrpc":"2.0","id":9,"method":"state.set","params":{"values":{"deep":\#(nested(depth))}}}"#
        )
        let answer = try client.next()
        #expect(answer["id"] == .int(9))
        #expect(answer["error"]?["code"]?.int == -32_602)
      }
      try client.send(String(repeating: "[", count: 500_000))
      #expect([-32_600, -32_700].contains(try client.next()["error"]?["code"]?.int))
      #expect(try revision(client) == before)
    }

    /// Its own lines hold in more containers what requests brought.
    @Test func clientsReadWhatRequestsNestAsDeepAsTheyMay() throws {
      let daemon = try DaemonProcess()
      let client = try daemon.connect()
      let deep = String(repeating: "[", count: 61) + String(repeating: "]", count: 61)
      try client.call("state.set", #"{"values":{"deep":\#(deep)}}"#)
      let action = #"{"operations":[{"op":"append","key":"deep","value":{"cel":"deep"}}]}"#
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"a","style":"plain","action":\#(action)}]}"#)
      try client.call("buttons.trigger", #"{"id":"a"}"#)
      let printed = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "state", "get", "--json"])
      #expect(printed.end == .exited(0), "\(printed.error)")
      // The list that was there, and behind it all of it again, one level deeper.
      #expect(printed.output.contains("," + String(repeating: "[", count: 61)))
    }

    @Test func bytesThatAreNoTextAreRefused() throws {
      let client = try daemon().connect()
      let before = try revision(client)
      let bad: [[UInt8]] = [
        [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x00], [0x1F],
        Array(#"\x"#.utf8), [0x80],
      ]
      for bytes in bad {
        for place in 0..<3 {
          let parts = [
            #"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"a":""#, #"","b":""#,
            #""}},"c":""#, #""}"#,
          ].map { Array($0.utf8) }
          var line: [UInt8] = []
          for (index, part) in parts.enumerated() {
            line += part + (index == place ? bytes : [])
          }
          try client.send(bytes: line + [0x0A])
          let answer = try client.next()
          #expect(answer["error"]?["code"]?.int == -32_700, "\(bytes) at \(place)")
          #expect(answer["id"] == .null)
        }
      }
      #expect(try revision(client) == before)
    }

    @Test func hugeNumbersAndNamesAreRefusedOrKept() throws {
      let client = try daemon().connect()
      let digits = String(repeating: "7", count: 1_000_000)
      for number in [digits, "-" + digits, "0." + digits, digits + "e5", "1e" + digits] {
        let refusal = try? client.refusal(of: "state.set", #"{"values":{"n":\#(number)}}"#)
        // A fraction may be near a number that exists; nothing else may.
        if number.hasPrefix("0.") { continue }
        #expect(refusal?.code == -32_602, "\(number.prefix(5))")
        #expect(refusal?.path == "params.values.n")
      }
      try client.send(#"{"jsonrpc":"2.0","id":\#(digits),"method":"ping"}"#)
      let line = try client.nextLine() ?? []
      #expect(line.count > digits.utf8.count)
      let name = String(repeating: "n", count: 1_000_000)
      #expect(try client.refusal(of: "state.set", #"{"values":{"\#(name)":1}}"#).code == -32_005)
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#)
      #expect(try client.next()["error"]?["code"]?.int == -32_601)
      try client.call("ping", #"{"\#(name)":1}"#)
      #expect(try client.refusal(of: "buttons.trigger", #"{"id":"\#(name)"}"#).code == -32_001)
      let members = (0..<60_000).map { #""k\#($0)":1"# }.joined(separator: ",")
      #expect(try client.call("state.set", #"{"values":{\#(members)}}"#)["changed"] != nil)
    }

    @Test func halfALineBeforeADisconnectAppliesNothing() throws {
      let daemon = try daemon()
      let other = try daemon.connect()
      let before = try revision(other)
      let line = Array(
        #"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"half":1}}}"#.utf8)
      for count in stride(from: 1, through: line.count, by: 3) {
        let client = try daemon.connect()
        try client.send(bytes: Array(line.prefix(count)))
        client.close()
      }
      // Whole but for its end, and the client still listens.
      let client = try daemon.connect()
      try client.send(bytes: line)
      client.endInput()
      #expect(try client.nextLine() == nil)
      #expect(try revision(other) == before)

      // A whole line right before the end counts.
      let last = try daemon.connect()
      try last.send(bytes: line + [0x0A])
      last.close()
      try wait(for: "its change") { try revision(other) != before }
      #expect(try other.call("state.get")["values"]?["half"]?.int == 1)
    }

    @Test func aLineMayComeByteByByteAndManyLinesAtOnce() throws {
      let client = try daemon().connect()
      let line =
        #"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"a":"é"}}}"# + "\r\n"
      let after = try revision(client) + 1
      for byte in line.utf8 { try client.send(bytes: [byte]) }
      #expect(try client.next()["result"]?["revision"]?.int == after)
      try client.send(bytes: (0..<5_000).flatMap { _ in Array(line.utf8) })
      for _ in 0..<5_000 { #expect(try client.next()["result"]?["revision"]?.int == after) }
    }

    @Test func noiseHarmsNobody() throws {
      let daemon = try daemon()
      let (watcher, _) = try daemon.watch("*")
      var seed = Seed()
      let valid = [
        #"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"a.b":[1,2.5,"x",null,{"k":true}]}}}"#,
        #"{"jsonrpc":"2.0","id":"q","method":"buttons.define","params":{"buttons":[{"id":"n1","style":"filled","handler":"checkout/count","configuration":{"title":"T"},"isEnabled":{"state":"a.b"}}]}}"#,
        #"[{"jsonrpc":"2.0","id":1,"method":"buttons.subscribe","params":{"match":["n*",{"group":"g"}],"form":"delta"}},{"jsonrpc":"2.0","id":2,"method":"sync"}]"#,
        #"{"jsonrpc":"2.0","id":1,"method":"state.update","params":{"operations":[{"op":"merge","key":"a.b","value":{"x":null}},{"op":"increment","key":"c","by":-3}]}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"buttons.get","params":{"match":"*","traits":{"tint":"systemRed"}}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"buttons.patch","params":{"id":"n1","configuration":{"title":null},"style":"pill/pill"}}"#,
      ].map { Array($0.utf8) }
      let special: [UInt8] = Array(#"{}[]",:\0-e.tfn "#.utf8) + [0, 0xFF, 0xC3, 0x0A]
      for _ in 0..<scaled(20) {
        let client = try daemon.connect()
        for _ in 0..<scaled(100) {
          var line = valid[Int.random(in: 0..<valid.count, using: &seed)]
          for _ in 0..<Int.random(in: 0...4, using: &seed) where !line.isEmpty {
            let place = Int.random(in: 0..<line.count, using: &seed)
            switch Int.random(in: 0..<4, using: &seed) {
            case 0: line[place] = UInt8.random(in: 0...255, using: &seed)
            case 1: line[place] = special[Int.random(in: 0..<special.count, using: &seed)]
            case 2: line.remove(at: place)
            default: line.insert(contentsOf: line[place...].prefix(9), at: place)
            }
          }
          try client.send(bytes: line + [0x0A])
        }
        _ = try client.send(#"{"jsonrpc":"2.0","id":"the end","method":"ping"}"#)
        while let line = try client.nextLine() {
          let message = try JSONTree(parsing: String(decoding: line, as: UTF8.self))
          if message["id"]?.string == "the end" { break }
        }
      }
      let client = try daemon.connect()
      try client.call("buttons.define", DemoButtons.definitions)
      try client.call("state.set", #"{"values":{"checkout.itemCount":3},"wait":"published"}"#)
      _ = try watcher.frames(until: "Checkout 3", of: "checkout")
    }
  }
}
