import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite(.sharing) struct SlowClientTests {
    /// A daemon with ten keys of 60 kB, and a client.
    private func daemonWithMuchState() throws -> (DaemonProcess, TestClient) {
      let daemon = try Shared.daemon(plugins: DemoButtons.plugins)
      let client = try daemon.connect()
      let value = String(repeating: "v", count: 60_000)
      for index in 0..<10 {
        try client.call("state.set", #"{"values":{"big.k\#(index)":"\#(value)"}}"#)
      }
      return (daemon, client)
    }

    @Test func longAnswersDoNotEndTheConversation() throws {
      let (_, client) = try daemonWithMuchState()
      for _ in 0..<20 {
        #expect(try client.call("state.get", #"{"under":"big"}"#)["values"] != nil)
      }
    }

    @Test func aClientThatAsksWithoutReadingStillGetsEveryAnswer() throws {
      let (daemon, client) = try daemonWithMuchState()
      let greedy = try daemon.connect()
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      var requests: [UInt8] = []
      let count = 30_000
      for id in 1...count {
        requests += Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"state.get"}"#.utf8) + [0x0A]
      }
      let sent = try greedy.sendUntilUnread(requests, beside: client)
      #expect(sent < requests.count)
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(32 << 10), "grown by \(growth) KiB")
      let whole = requests[..<sent].count { $0 == 0x0A }
      let answered = min(whole, scaled(50))
      for id in 1...answered {
        let line = try greedy.nextLine() ?? []
        #expect(line.starts(with: Array(#"{"jsonrpc":"2.0","id":\#(id),"result":"#.utf8)))
        #expect(line.count > 600_000)
      }
      greedy.close()
      try client.call("ping")
    }

    /// Requests whose answers come later, and are long or never come.
    static let deferred = [
      #""method":"buttons.get","params":{"match":"*"}"#,
      #""method":"buttons.get","params":{"match":"none"}"#,
      #""method":"sync","params":{"timeoutMs":60000}"#,
      #""method":"state.set","params":{"values":{"a":1},"wait":"published"}"#,
    ]

    @Test(arguments: deferred)
    func answersThatComeLaterDoNotPileUpEither(request: String) throws {
      let daemon = try Shared.daemon(plugins: DemoButtons.plugins)
      let client = try daemon.connect()
      let title = String(repeating: "t", count: 4_000)
      for part in 0..<4 {
        let buttons = (0..<100).map {
          #"{"id":"b\#(part)-\#($0)","style":"plain","configuration":{"title":"\#(title)"}}"#
        }
        try client.call(
          "buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))],"wait":"published"}"#)
      }
      let greedy = try daemon.connect()
      for _ in 0..<3 { _ = try greedy.request("buttons.get", #"{"match":"*"}"#) }
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let count = 30_000
      let line = Array("{\"jsonrpc\":\"2.0\",\"id\":1,\(request)}\n".utf8)
      let requests = Array(repeatElement(line, count: count).joined())
      let sent = try greedy.sendUntilUnread(requests, beside: client)
      #expect(sent < requests.count)
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(32 << 10), "grown by \(growth) KiB")
      for _ in 0..<3 + min(sent / line.count, scaled(20)) {
        #expect(try greedy.next()["result"] != nil)
      }
      greedy.close()
      try client.call("ping")
    }

    @Test func manyAnswersThatComeLaterAllComeInOrder() throws {
      let client = try DemoButtons.shared(plugins: DemoButtons.plugins).connect()
      var requests = ""
      let count = 5_000
      for id in 1...count {
        requests += #"{"jsonrpc":"2.0","id":\#(id),"method":"sync"}"# + "\n"
      }
      try client.send(bytes: Array(requests.utf8))
      for id in 1...count { #expect(try client.next()["id"]?.int == id) }
      try client.call("ping")
    }

    @Test func aBatchsAnswerStaysWithinALineWhateverItAsksFor() throws {
      let (daemon, _) = try daemonWithMuchState()
      let client = try daemon.connect()
      let title = String(repeating: "t", count: 4_000)
      let buttons = (0..<200).map {
        #"{"id":"b\#($0)","style":"plain","configuration":{"title":"\#(title)"}}"#
      }
      try client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let kinds = [
        #""method":"state.get""#, #""method":"buttons.get","params":{"match":"*"}"#,
        #""method":"no""#,
      ]
      for kind in kinds + [""] {
        let members = (0..<200).map { id in
          #"{"jsonrpc":"2.0","id":\#(id),\#(kind.isEmpty ? kinds[id % 3] : kind)}"#
        }
        try client.send("[\(members.joined(separator: ","))]")
        client.patience = 60
        let line = try client.nextLine() ?? []
        #expect(line.count <= 4 << 20)
        let answers = try JSONTree(parsing: String(decoding: line, as: UTF8.self)).elements
        #expect(Set(answers.compactMap { $0["id"]?.int }).count == 200)
      }
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(64 << 10), "grown by \(growth) KiB")
    }

    @Test func answersHeldBackAllComeInOrder() throws {
      let (daemon, _) = try daemonWithMuchState()
      let client = try daemon.connect()
      var requests = ""
      for id in 1...400 {
        let method = id % 10 == 0 ? "state.get" : "ping"
        requests += #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"# + "\n"
      }
      try client.send(bytes: Array(requests.utf8))
      for id in 1...400 {
        let line = try client.nextLine() ?? []
        #expect(line.starts(with: Array(#"{"jsonrpc":"2.0","id":\#(id),"result":"#.utf8)))
      }
      try client.call("ping")
    }

    @Test func aSubscriberThatDoesNotReadGetsTheNewestLookWhenItDoes() throws {
      let daemon = try DemoButtons.shared(plugins: DemoButtons.plugins)
      let client = try daemon.connect()
      // Long titles, so that the socket is full soon.
      let padding = String(repeating: "p", count: 4_000)
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"long","style":"plain","isSelected":{"state":"n","equals":-1},"configuration":{"title":"\#(padding)"}}]}"#
      )
      let (sleeper, _) = try daemon.watch("*")
      let (reader, _) = try daemon.watch("checkout")
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let count = scaled(20_000)
      var lines: [UInt8] = []
      for index in 1...count {
        lines += Array(
          (#"{"jsonrpc":"2.0","method":"state.set","params":{"values":"#
            + #"{"checkout.itemCount":\#(index),"n":\#(index % 2 - 1)}}}"# + "\n").utf8)
        if index % 50 == 0 || index == count {
          try client.send(bytes: lines)
          lines = []
          try client.call("sync")
        }
      }
      _ = try reader.frames(until: "Checkout \(count)", of: "checkout")
      #expect(try daemon.figure("stalledClients") == 1)
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(16 << 10), "grown by \(growth) KiB")
      // What the socket held, then the present look and nothing in between.
      let frames = try sleeper.frames(until: "Checkout \(count)", of: "checkout")
      #expect(frames.count < 200)
      #expect(try sleeper.notificationsSoFar() == [])
      #expect(try daemon.figure("stalledClients") == 0)
    }

    @Test func connectionsThatComeAndGoLeaveNothing() throws {
      let daemon = try DemoButtons.shared(plugins: DemoButtons.plugins)
      let client = try daemon.connect()
      func openAndClose(_ count: Int) throws {
        for index in 0..<count {
          let other = try daemon.connect()
          switch index % 4 {
          case 0: break
          case 1: try other.call("buttons.subscribe", #"{"match":"*"}"#)
          case 2:
            _ = try other.request("buttons.subscribe", #"{"match":"*","form":"delta"}"#)
            _ = try other.request("sync")
          default: try other.send(bytes: Array("{\"half".utf8))
          }
          other.close()
        }
        try client.wait(until: "connections", is: 1)
      }
      try openAndClose(scaled(500))
      let memory = try ProcessFile.residentKiB(of: daemon.processID)
      let descriptors = try ProcessFile.descriptorCount(of: daemon.processID)
      try openAndClose(scaled(2_000))
      #expect(try ProcessFile.descriptorCount(of: daemon.processID) == descriptors)
      let growth = try ProcessFile.residentKiB(of: daemon.processID) - memory
      #expect(growth < Sanitizer.most(4_096))
      try client.call("state.set", #"{"values":{"checkout.itemCount":1},"wait":"published"}"#)
      #expect(try client.record("checkout").title == "Checkout 1")
    }

    @Test func subscriptionsThatComeAndGoLeaveTheOthersWhole() throws {
      let daemon = try DemoButtons.shared(plugins: DemoButtons.plugins)
      let (watcher, _) = try daemon.watch("*")
      let client = try daemon.connect()
      var seed = Seed()
      let forms = [
        "", #","form":"delta""#, #","traits":{"userInterfaceStyle":"dark"}"#, #","maxRate":60"#,
      ]
      var held: [String] = []
      for count in 1...scaled(1_000) {
        if held.isEmpty || Bool.random(using: &seed) {
          let match = ["*", "checkout", "c*", "help"].randomElement(using: &seed) ?? "*"
          let form = forms.randomElement(using: &seed) ?? ""
          let result = try client.call("buttons.subscribe", #"{"match":"\#(match)"\#(form)}"#)
          let name = result["subscription"]?.string ?? ""
          if !held.contains(name) { held.append(name) }
        } else {
          let name = held.remove(at: Int.random(in: 0..<held.count, using: &seed))
          try client.call("unsubscribe", #"{"subscription":"\#(name)"}"#)
          #expect(
            try client.refusal(of: "unsubscribe", #"{"subscription":"\#(name)"}"#).code == -32_001)
          // Before it ended it may have been told of a late or paced frame.
          _ = try client.notificationsSoFar()
        }
        if count % 50 == 0 {
          try client.call("state.set", #"{"values":{"checkout.itemCount":\#(count)}}"#)
          let frames = try watcher.frames(until: "Checkout \(count)", of: "checkout")
          #expect(frames.count == 1)
          let names = Set(
            try client.notificationsSoFar().compactMap { $0["params"]?["subscription"]?.string })
          #expect(names.isSubset(of: held))
        }
      }
    }

    @Test func aPeerThatVanishesInTheMiddleOfAnswersHarmsNobody() throws {
      let (daemon, client) = try daemonWithMuchState()
      for count in 1...scaled(50) {
        let other = try daemon.connect()
        for _ in 0..<count % 7 + 1 { _ = try other.request("state.get") }
        if count % 2 == 0 { _ = try other.nextLine() }
        if count % 3 == 0 { other.endInput() }
        other.close()
        try client.call("ping")
      }
    }
  }
}

extension TestClient {
  /// Sends what the daemon takes, until it takes nothing while another client is answered a hundred times;
  /// says how many bytes that was.
  fileprivate func sendUntilUnread(_ bytes: [UInt8], beside other: TestClient) throws -> Int {
    var (sent, served) = (0, 0)
    while sent < bytes.count, served < 100 {
      let more = try sendAsMuch(Array(bytes[sent...]), waiting: Deadline(seconds: 0))
      sent += more
      served = more == 0 ? served + 1 : 0
      try other.call("ping")
    }
    return sent
  }
}
