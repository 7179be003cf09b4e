import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// Replays of what no client asked for: time, sources, leases that end, and what is derived.
  @Suite struct ReplayTests {
    private let files = RecordingFolder()

    /// No recording here needs a plugin.
    private static let bare = ["--no-installed-plugins"]

    private static let buttons = """
      {"buttons": [
        {"id": "clock", "style": "plain",
         "configuration": {"title": {"template": "It is {clock.second}"}}},
        {"id": "pay", "style": "filled", "isEnabled": {"cel": "cart.total > 0.0"},
         "configuration": {"title": {"template": "Pay {cart.total:%.2f}"}},
         "action": {"when": "cart.total < 100.0", "operations": [
           {"op": "set", "key": "cart.paid", "value": {"cel": "cart.total * 2.0"}}]}},
        {"id": "paid", "style": "plain",
         "configuration": {"title": {"template": "{cart.paid} {receipt}"}}},
        {"id": "lamp", "style": "gray", "isSelected": {"state": "lamp.isOn"},
         "action": {"source": "lamp", "name": "toggle"}},
        {"id": "till", "style": "gray", "isSelected": {"state": "till.isOpen"}},
        {"id": "door", "style": "gray", "isSelected": {"state": "door.isOpen"}},
        {"id": "rain", "style": "gray", "isSelected": {"state": "rain.isOn"}},
        {"id": "wind", "style": "gray", "isSelected": {"cel": "lost(wind.speed)"},
         "configuration": {"title": {"template": "{wind.speed} {wind.gust}"}}}
      ], "wait": "published"}
      """.replacing("\n", with: " ")

    /// A daemon whose configuration derives a key, feeds another, and has a button.
    private func daemon() throws -> SourceDaemon {
      try SourceDaemon(
        """
        lamp: {run: [sh, -c, 'echo >> starts; echo "{\\"lamp.isOn\\": true, \\"lamp.pid\\": $$}"; exec sleep 1000'], keys: lamp.*}
        """,
        more: "derived: {cart.total: double(cart.price) * 1.5}",
        figures: "intensity=1,probeIntervalMs=3600000,backoffMs=3600000")
    }

    /// Waits until exactly these keys are lost.
    private func wait(untilLost keys: [String], _ client: TestClient) throws {
      let wanted = keys.sorted()
      var lost: [String] = []
      try TestSupport.wait(for: "\(wanted), lost are \(lost)") {
        lost = try client.call("state.get")["lost"]?.elements.compactMap(\.string) ?? []
        return lost.sorted() == wanted
      }
    }

    /// Kills the source's program twice, after which it stays down.
    private func killLamp(_ daemon: SourceDaemon) throws {
      let first = try #require(try daemon.wait(for: "lamp.pid").int)
      #expect(kill(Int32(first), SIGKILL) == 0)
      let next = try #require(try daemon.wait(for: "lamp.pid") { $0.int != first }.int)
      #expect(kill(Int32(next), SIGKILL) == 0)
      try daemon.wait("lamp", is: "quarantined")
      try daemon.client.call("sync")
    }

    /// A daemon, and its recording in which much happens without a request.
    private struct Recorded {
      let daemon: SourceDaemon
      let text: String
    }

    /// What all cases play, recorded once.
    private func recorded() throws -> Recorded {
      try Shared.one("recording") {
        let daemon = try recordAll()
        return Recorded(daemon: daemon, text: try ProcessFile.text(files.file))
      }
    }

    /// What is lost and derived when a recording begins, and what then happens without a request.
    private func recordAll() throws -> SourceDaemon {
      let daemon = try daemon()
      try daemon.wait(for: "lamp.pid")
      let client = daemon.client
      let (door, till, rain, wind) = (
        try daemon.process.connect(), try daemon.process.connect(), try daemon.process.connect(),
        try daemon.process.connect()
      )
      try client.call("state.set", #"{"values":{"cart.price":10,"cart.paid":0}}"#)
      try client.call("state.derive", #"{"keys":{"receipt":{"template":"of {cart.total}"}}}"#)
      try door.call("state.set", #"{"values":{"door.isOpen":true},"lease":"door"}"#)
      door.close()
      try till.call("state.set", #"{"values":{"till.isOpen":true},"lease":"till"}"#)
      try wind.call(
        "state.set",
        #"{"values":{"wind.speed":3,"wind.gust":9},"lease":"wind","silentAfterMs":50}"#)
      try wait(untilLost: ["door.isOpen", "wind.speed", "wind.gust"], client)
      try client.call("buttons.define", Self.buttons)
      let (watcher, _) = try daemon.process.watch("clock")
      let end = try files.record(daemon.process) {
        try client.call("buttons.trigger", #"{"id":"pay","wait":"published"}"#)
        try client.call("state.set", #"{"values":{"cart.price":80},"wait":"published"}"#)
        #expect(
          try client.refusal(of: "press.began", #"{"id":"pay"}"#).reason == "guarded")
        _ = try client.refusal(of: "state.set", #"{"values":{"receipt":1}}"#)
        try client.call("state.set", #"{"values":{"cart.price":20},"wait":"published"}"#)
        try client.call(
          "state.derive",
          #"{"keys":{"receipt":"'{' + string(cart.price) + '}'"},"wait":"published"}"#)
        try client.call("press.began", #"{"id":"pay","wait":"published"}"#)
        try client.call("press.ended", #"{"id":"pay","wait":"published"}"#)
        // One write brings all keys of a silent holder back; then it is silent again.
        try wind.call(
          "state.set", #"{"values":{"wind.speed":4},"lease":"wind","wait":"published"}"#)
        try wait(untilLost: ["door.isOpen", "wind.speed", "wind.gust"], client)
        try wind.call(
          "state.set", #"{"values":{"wind.speed":5},"lease":"wind","silentAfterMs":86400000}"#)
        try rain.call(
          "state.set",
          #"{"values":{"rain.isOn":true},"lease":"rain","silentAfterMs":50,"wait":"published"}"#)
        try wait(untilLost: ["door.isOpen", "rain.isOn"], client)
        try files.wait(untilSettledAfter: #""lease.silent","params":{"lease":"rain""#)
        try rain.call("state.set", #"{"values":{},"lease":"rain","silentAfterMs":0}"#)
        till.close()
        try wait(untilLost: ["door.isOpen", "rain.isOn", "till.isOpen"], client)
        try client.call("buttons.trigger", #"{"id":"lamp"}"#)
        try killLamp(daemon)
        for _ in 0..<2 { _ = try watcher.nextFrame() }
        _ = try client.call("sources.reset", #"{"name":"lamp"}"#)
        try wait(untilLost: ["door.isOpen", "rain.isOn", "till.isOpen"], client)
        try client.call("sync")
      }
      #expect(end == .exited(0))
      return daemon
    }

    @Test func whatNobodyAskedForLooksTheSameAgain() throws {
      let recorded = try recorded()
      let daemon = recorded.daemon
      files.write(recorded.text)
      let lines = try files.lines()
      let methods = lines.compactMap { $0["input"]?["method"]?.string }
      #expect(methods.count { $0 == "lease.silent" } == 2)
      let clients = Set(lines.compactMap { $0["input"]?["client"]?.string })
      #expect(clients == ["clock", "source lamp"])
      let starts = try ProcessFile.text(daemon.files.folder.file("starts"))
      let done = try files.replay(Self.bare + ["--realtime", "--config", daemon.files.path])
      #expect(done.end == .exited(0), "\(done.output)\(done.error)")
      #expect(done.output.contains("frame(s) as recorded"))
      #expect(done.error == "")
      #expect(
        try ProcessFile.text(daemon.files.folder.file("starts")) == starts, "no source runs")
    }

    /// Whatever of it changes, a button looks different.
    private static let changes = [
      (#""cel":"double(cart.price) * 1.5""#, #""cel":"double(cart.price) * 1.4""#, "paid"),
      (#""op":"set","key":"clock.second","value":"#, #""op":"set","key":"a","value":"#, "clock"),
      (#""lease.silent","params":{"lease":"rain""#, #""ping","params":{"lease":"rain""#, "rain"),
      (#"{"lease":"door","keys":["door.isOpen"]},"#, "", "door"),
      (#""value":true}"#, #""value":false}"#, "lamp"),
    ]

    @Test func aChangedRecordingDiffers() throws {
      var text = try recorded().text
      for (old, new, _) in Self.changes {
        try #require(text.contains(old))
        text = text.replacing(old, with: new)
      }
      files.write(text)
      let done = try files.replay(Self.bare + ["--all"])
      #expect(done.end == .exited(1), "\(done.error)")
      for (_, _, button) in Self.changes {
        #expect(done.output.contains("button '\(button)' looks different"), "\(done.output)")
      }
    }

    private static let followers = """
      {"buttons": [
        {"id": "sum", "style": "plain", "configuration": {"title": {"template": "{sum} {late}"}},
         "action": {"when": "sum > 3", "operations": [{"op": "increment", "key": "a"}]}},
        {"id": "a", "style": "gray", "isSelected": {"cel": "a > 2"}},
        {"id": "b", "style": "gray", "isSelected": {"cel": "lost(b)"},
         "configuration": {"title": {"template": "{b}"}}},
        {"id": "c", "style": "gray", "isEnabled": {"cel": "late"},
         "configuration": {"title": {"template": "{clock.second} {c}"}}}
      ]}
      """.replacing("\n", with: " ")

    /// A request at random of a client that derives keys, feeds them, or presses.
    private func step(_ seed: inout Seed) -> (method: String, params: String) {
      let key = ["a", "b", "c"].randomElement(using: &seed) ?? "a"
      let id = ["sum", "a", "b", "c"].randomElement(using: &seed) ?? "a"
      let lease = ["", #","lease":"x""#, #","lease":"y""#].randomElement(using: &seed) ?? ""
      let silences = ["", "", #","silentAfterMs":2"#, #","silentAfterMs":0"#]
      let silence = silences.randomElement(using: &seed) ?? ""
      let claim = lease.isEmpty ? "" : lease + silence
      let value = Int.random(in: 0..<5, using: &seed)
      return switch Int.random(in: 0..<12, using: &seed) {
      case 0...4: ("state.set", #"{"values":{"\#(key)":\#(value)}\#(claim)}"#)
      case 5: ("state.set", #"{"values":{}\#(claim)}"#)
      case 6: ("state.update", #"{"operations":[{"op":"remove","key":"\#(key)"}]\#(claim)}"#)
      case 7: ("state.derive", #"{"keys":{"sum":"a + b + \#(value)"}}"#)
      case 8: ("state.derive", #"{"keys":{"late":"lost(a) || sum > \#(value)"}}"#)
      case 9: ("state.derive", #"{"keys":{"\#(value > 2 ? "sum" : "late")":null}}"#)
      case 10: ("press.began", #"{"id":"\#(id)"}"#)
      default: ("press.ended", #"{"id":"\#(id)"}"#)
      }
    }

    /// Beginning with a press that would be refused now and goes on.
    @Test func whateverFeedsAndDerivesLooksTheSameAgain() throws {
      var seed = Seed()
      let daemon = try Shared.bareDaemon()
      var clients = try (0..<3).map { _ in try daemon.connect() }
      func live(_ steps: Int) throws {
        for _ in 0..<steps {
          let place = Int.random(in: 0..<3, using: &seed)
          let (method, params) = step(&seed)
          _ = try? clients[place].call(method, params)
          switch Int.random(in: 0..<30, using: &seed) {
          case 0:
            clients[place].close()
            clients[place] = try daemon.connect()
          case 1:
            try clients[place].call("hello", #"{"client":"c","role":"press"}"#)
            clients[place] = try daemon.connect()
          default: break
          }
        }
      }
      try clients[0].call("buttons.define", Self.followers)
      try live(scaled(60))
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"isOpen":true,"n":0}}"#)
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"door","style":"plain","isSelected":{"cel":"n > 0"},"action":{"when":"isOpen","operations":[{"op":"increment","key":"n"}]}}]}"#
      )
      try client.call("press.began", #"{"id":"door"}"#)
      try client.call("state.set", #"{"values":{"isOpen":false},"wait":"published"}"#)
      let end = try files.record(daemon) {
        try files.wait(untilSettledAfter: #""frame""#)
        try client.call("press.ended", #"{"id":"door","wait":"published"}"#)
        try client.call("state.set", #"{"values":{"isOpen":true},"wait":"published"}"#)
        try client.call("press.began", #"{"id":"door"}"#)
        try client.call("press.ended", #"{"id":"door","wait":"published"}"#)
        try live(scaled(200))
      }
      #expect(end == .exited(0))
      let done = try files.replay(Self.bare)
      #expect(done.end == .exited(0), "\(done.output)\(done.error)")
      #expect(done.error == "")
    }

    private static let lamp = """
      {"buttons": [{"id": "lamp", "style": "filled",
        "configuration": {"title": {"template": "{taps} {holds} {doubles}"}},
        "action": {"operations": [{"op": "increment", "key": "taps"}]},
        "longPress": {"afterMs": 100, "action": {"operations": [{"op": "increment", "key": "holds"}]}},
        "doublePress": {"withinMs": 100, "action": {"operations": [{"op": "increment", "key": "doubles"}]}}
      }], "wait": "published"}
      """.replacing("\n", with: " ")

    @Test func whatTimeMadeOfPressesLooksTheSameAgain() throws {
      let daemon = try Shared.bareDaemon()
      let client = try daemon.connect()
      func press(_ client: TestClient, _ phases: String...) throws {
        for phase in phases { try client.call("press.\(phase)", #"{"id":"lamp"}"#) }
      }
      func wait(for counts: [Int]) throws {
        try TestSupport.wait(for: "\(counts) taps, holds and double presses") {
          let values = try client.call("state.get")["values"]
          return ["taps", "holds", "doubles"].map { values?[$0]?.int } == counts
        }
      }
      try client.call("state.set", #"{"values":{"taps":0,"holds":0,"doubles":0}}"#)
      try client.call("buttons.define", Self.lamp)
      let end = try files.record(daemon) {
        try press(client, "began")
        try wait(for: [0, 1, 0])
        try press(client, "ended", "began", "ended", "began", "ended")
        try press(client, "began", "ended")
        try wait(for: [1, 1, 1])
        try press(client, "began", "ended", "began", "cancelled")
        let other = try daemon.connect()
        try press(other, "began", "ended")
        other.close()
        try wait(for: [3, 1, 1])
        // A hold that fails twice, and one that its release makes good.
        for round in 1...2 {
          try client.call("state.set", #"{"values":{"holds":"many"}}"#)
          try press(client, "began")
          try TestSupport.wait(for: "hold \(round) that fails") {
            let refusals = try ProcessFile.text(files.file).ranges(
              of: #""gesture":"longPress"},"refused""#)
            return refusals.count == round
          }
          if round == 2 { try client.call("state.set", #"{"values":{"holds":5}}"#) }
          _ = try? client.call("press.ended", #"{"id":"lamp"}"#)
        }
        try client.call("sync")
      }
      #expect(end == .exited(0))
      let done = try files.replay(Self.bare)
      #expect(done.end == .exited(0) && done.error == "", "\(done.output)\(done.error)")
      let played = try files.lines().compactMap { $0["input"] }.filter {
        $0["method"]?.string == "press.repeated"
      }
      #expect(played.count { $0["params"]?["gesture"] == nil } == 3)
    }

    @Test func aDaemonThatTellsTheTimeItselfIsSaidTo() throws {
      let daemon = try Shared.bareDaemon()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"b","style":"plain","isSelected":{"cel":"clock.second > 0"}}],"wait":"published"}"#
      )
      let (watcher, _) = try daemon.watch("b")
      #expect(
        try files.record(daemon) {
          try client.call("state.subscribe", #"{"keys":["clock.second"]}"#)
          _ = try client.nextNotification("state.changed")
          _ = try watcher.notificationsSoFar()
        } == .exited(0))
      let other = try DaemonProcess()
      let done = try files.replay(["--socket", other.socketPath])
      #expect(done.end == .exited(0), "\(done.output)\(done.error)")
      #expect(
        done.error.contains("tells the time itself: start it with --replay"), "\(done.error)")
      #expect(
        try client.refusal(of: "hello", #"{"client":"t","require":["replay"]}"#).reason
          == "capabilityMissing")
      let fed = try daemonForReplays()
      let exact = try files.replay(["--socket", fed.socketPath])
      #expect(exact.end == .exited(0) && exact.error == "", "\(exact.output)\(exact.error)")
    }

    /// A daemon for replays, which has nothing but what clients say.
    private func daemonForReplays() throws -> DaemonProcess {
      let files = try ConfiguredFolder(
        """
        buttons: {b: {style: plain}}
        derived: {d: 1 + 1}
        sources: {s: {run: [sh, -c, 'echo > started; sleep 1000'], keys: s}}
        """)
      let daemon = try DaemonProcess(files.arguments + ["--replay"])
      let client = try daemon.connect()
      for _ in 0..<2 {
        let hello = try client.call("hello", #"{"client":"t","require":["replay"]}"#)
        #expect(hello["revision"] == .int(0))
        #expect(try client.call("buttons.list")["buttons"]?.elements.isEmpty == true)
        #expect(try client.call("state.derived")["keys"]?.elements.isEmpty == true)
        #expect(try client.call("sources.list")["sources"]?.elements.isEmpty == true)
        try client.call("server.reload")
      }
      return daemon
    }
  }
}
