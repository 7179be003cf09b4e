import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// Sources as their users know them, with real programs.
  @Suite struct SourceTests {
    /// Two deaths are a quarantine, and what waits waits for long.
    private static let impatient =
      "intensity=1,probeIntervalMs=3600000,backoffMs=3600000,backoffCapMs=3600000"

    @Test func eachLineIsOneChangeOfTheState() throws {
      let daemon = try SourceDaemon.shared(
        "load: {run: [sh, load.sh], keys: host.*}",
        programs: [
          "load.sh": """
          echo '{"host.a": 1, "host.b": "x", "host.gone": 1}'
          echo '{"host.a": 2.5, "host.gone": null}'
          exec sleep 1000
          """
        ])
      try daemon.wait(for: "host.a") { $0 == .double(2.5) }
      #expect(try daemon.value("host.b") == .string("x"))
      #expect(try daemon.value("host.gone") == nil)
      let source = try daemon.source("load")
      #expect(source["state"]?.string == "running")
      #expect(source["lines"]?.int == 2)
      #expect(source["keys"]?.elements == [.string("host.*")])
      #expect(source["lost"] == nil)
      #expect(source["valuesAt"]?.int ?? 0 > 1_600_000_000_000)
      #expect(source["pid"] != nil)
    }

    @Test func aLineShowsInOneFrame() throws {
      let daemon = try SourceDaemon.shared(
        "s: {run: [sh, -c, 'while read -r l; do echo \"{\\\"calm.isOn\\\": true}\"; done'], keys: calm.isOn}"
      )
      try daemon.client.call(
        "buttons.define", #"{"buttons":[{"id":"go","style":"plain","action":{"source":"s"}}]}"#)
      let (watcher, _) = try daemon.process.watch("innocent")
      try daemon.client.call("buttons.trigger", #"{"id":"go"}"#)
      #expect(try watcher.nextFrame().record("innocent") != nil)
    }

    @Test func aProgramThatFloodsIsReadAFewTimesASecond() throws {
      let daemon = try SourceDaemon.shared(
        "f: {run: [sh, -c, 'seq -f \"{\\\"f\\\": %.0f}\" 1 1000000'], keys: f}")
      let watcher = try daemon.process.connect()
      try watcher.call("state.subscribe", #"{"keys":["f"]}"#)
      let values = try (0..<12).map { _ in
        try watcher.nextNotification("state.changed")["values"]?["f"]?.int ?? 0
      }
      let steps = zip(values.dropFirst(), values).map { $0 - $1 }.sorted()
      #expect(steps[steps.count / 2] >= 90, "lines at once: \(steps)")
    }

    @Test func theLastLineOfAProgramThatEndsIsItsValue() throws {
      let daemon = try SourceDaemon.shared("n: {run: [seq, '10000'], format: number, key: n}")
      let source = try daemon.wait("n", is: "quarantined")
      #expect(try daemon.value("n")?.int == 10_000)
      #expect(source["refusedLines"]?.int == 0)
    }

    @Test func aWordForNoValueLosesTheKeyUntilTheNextValue() throws {
      let daemon = try SourceDaemon.shared(
        "word: {run: [sh, -c, 'echo x >> word; sed -n \"$(wc -l < word)p\" words'], every: 1h, "
          + "format: number, key: word}",
        programs: ["words": "5\nunavailable\n6\n"])
      func state() throws -> JSONTree { try daemon.client.call("state.get", #"{"keys":["word"]}"#) }
      try daemon.wait(for: "word") { $0 == .int(5) }
      try daemon.client.call("sources.run", #"{"name":"word"}"#)
      #expect(try state()["lost"]?.elements == [.string("word")])
      #expect(try state()["values"]?["word"] == .int(5))
      let source = try daemon.source("word")
      #expect(source["lost"] != nil)
      #expect(source["lastError"]?.string?.contains("'unavailable'") == true)
      try daemon.client.call("sources.run", #"{"name":"word"}"#)
      #expect(try state()["lost"] == nil)
      #expect(try state()["values"]?["word"] == .int(6))
    }

    @Test func aPolledProgramRunsAtItsIntervalAndWhenAsked() throws {
      let daemon = try SourceDaemon.shared(
        """
        often: {run: [sh, -c, 'echo x >> often; wc -l < often'], every: 100ms, format: number, key: often}
        seldom: {run: [sh, -c, 'echo x >> seldom; wc -l < seldom'], every: 1h, format: number, key: seldom}
        """)
      try daemon.wait(for: "often") { $0.int ?? 0 >= 3 }
      try daemon.wait(for: "seldom") { $0.int == 1 }
      let source = try daemon.client.call("sources.run", #"{"name":"seldom"}"#)["source"]
      #expect(source?["state"]?.string == "waiting")
      #expect(source?["every"]?.int == 3_600_000)
      #expect(source?["lines"]?.int == 2)
      #expect(try daemon.value("seldom")?.int == 2)
      #expect(source?["retryAt"]?.int ?? 0 > source?["valuesAt"]?.int ?? .max)
    }

    @Test func everyFormatBecomesItsValue() throws {
      let daemon = try SourceDaemon.shared(
        """
        t: {run: [echo, 'Grüße '], every: 1h, format: text, key: f.text}
        n: {run: [echo, '  -3.5'], every: 1h, format: number, key: f.number}
        b: {run: [echo, 'yes'], every: 1h, format: bool, key: f.bool}
        j: {run: [printf, '{\\n"a": [1,\\n2]}\\n'], every: 1h, key: f.json}
        w: {run: [echo, '{"text":"5 %","class":["low"],"percentage":5}'], every: 1h, format: waybar, key: f.bat}
        """)
      try daemon.wait(for: "f.text") { $0.string == "Grüße " }
      try daemon.wait(for: "f.number") { $0 == .double(-3.5) }
      try daemon.wait(for: "f.bool") { $0 == .bool(true) }
      try daemon.wait(for: "f.json") { $0["a"]?.elements.count == 2 }
      try daemon.wait(for: "f.bat.percentage") { $0.int == 5 }
      #expect(try daemon.value("f.bat.text")?.string == "5 %")
      #expect(try daemon.value("f.bat.alt") == nil)
    }

    @Test func aRunThatFailsChangesNothingAndIsRepeated() throws {
      let daemon = try SourceDaemon.shared(
        """
        f: {run: [sh, -c, 'echo 7; exit 3'], every: 1h, format: number, key: f}
        g: {run: [sh, -c, 'test -e there && echo 8'], every: 100ms, format: number, key: g}
        """)
      let failed = try daemon.wait("f", is: "restarting")
      #expect(failed["lastError"]?.string == "exited with code 3")
      #expect(failed["lost"] == .bool(true))
      #expect(try daemon.value("f") == nil)
      let again = try daemon.client.call("sources.run", #"{"name":"f"}"#)["source"]
      #expect(again?["deaths"]?.int == 2)
      try daemon.wait(for: "two deaths", of: "g") { $0["deaths"]?.int ?? 0 >= 2 }
      daemon.files.folder.write("", to: "there")
      try daemon.wait(for: "g") { $0.int == 8 }
    }

    @Test func actionsReachTheProgramThatTheyName() throws {
      let daemon = try SourceDaemon.shared(
        "lamp: {run: [\(SourceDaemon.python), -u, lamp.py], keys: lamp.*}",
        programs: [
          "lamp.py": """
          import json, sys
          for number, line in enumerate(sys.stdin):
              print(json.dumps({"lamp.count": number + 1, "lamp.said": json.loads(line)}))
          """
        ])
      try daemon.client.call("hello", #"{"client":"kiosk"}"#)
      try daemon.client.call(
        "buttons.define",
        #"{"buttons":[{"id":"l","style":"plain","action":{"source":"lamp","name":"toggle","payload":{"n":1},"operations":[{"op":"increment","key":"presses"}]}}]}"#
      )
      try daemon.client.call("actions.subscribe")
      try daemon.client.call("buttons.trigger", #"{"id":"l"}"#)
      let action = try daemon.client.nextNotification("action.triggered")
      let said = try daemon.wait(for: "lamp.said")
      for member in ["id", "name", "payload", "client", "revision"] {
        #expect(said[member] == action[member], "\(member)")
        #expect(said[member] != nil, "\(member)")
      }
      #expect(said["subscription"] == nil)
      #expect(try daemon.value("presses")?.int == 1)
      for _ in 2...50 { try daemon.client.call("buttons.trigger", #"{"id":"l"}"#) }
      try daemon.wait(for: "lamp.count") { $0.int == 50 }
    }

    @Test func anActionRunsAPolledSource() throws {
      let daemon = try SourceDaemon.shared(
        "n: {run: [sh, -c, 'echo x >> n; wc -l < n'], every: 1h, format: number, key: n}")
      try daemon.wait(for: "n") { $0.int == 1 }
      try daemon.client.call(
        "buttons.define",
        #"{"buttons":[{"id":"l","style":"plain","action":{"source":"n"}},{"id":"m","style":"plain","action":{"source":"nobody"}}]}"#
      )
      try daemon.client.call("buttons.trigger", #"{"id":"l"}"#)
      try daemon.wait(for: "n") { $0.int == 2 }
      for _ in 1...3 { try daemon.client.call("buttons.trigger", #"{"id":"m"}"#) }
      #expect(daemon.count(inLog: "the configuration does not") == 1)
    }

    @Test func aProgramThatDiesComesBackAndAQuarantineEndsItsTries() throws {
      let daemon = try SourceDaemon.shared(
        "d: {run: [sh, -c, 'echo x >> starts; test -e well && exec sleep 1000; exit 7'], keys: d}")
      let source = try daemon.wait("d", is: "quarantined")
      #expect(source["deaths"]?.int == 5)
      #expect(source["restarts"]?.int == 4)
      #expect(source["lastError"]?.string == "exited with code 7")
      #expect(source["lost"] == .bool(true))
      #expect(source["retryAt"] != nil)
      #expect(daemon.count(inLog: "quarantined, it died too often: exited with code 7") == 1)
      daemon.files.folder.write("", to: "well")
      let reset = try daemon.client.call("sources.reset", #"{"name":"d"}"#)["source"]
      #expect(reset?["state"]?.string == "running")
      #expect(try daemon.source("d")["pid"] != nil)
    }

    @Test func aProgramThatDeliveredIsBackAtOnce() throws {
      let daemon = try SourceDaemon.shared(
        "d: {run: [sh, -c, 'echo \"{\\\"d\\\": $$}\"; exec sleep 1000'], keys: d}",
        figures: Self.impatient)
      let first = try daemon.wait(for: "d")
      let program = try #require(first.int)
      #expect(kill(Int32(program), SIGKILL) == 0)
      try daemon.wait(for: "d") { $0 != first }
      let source = try daemon.source("d")
      #expect(source["restarts"]?.int == 1)
      #expect(source["lastError"]?.string == "was ended by SIGKILL")
    }

    @Test func silenceIsSaidAndEndsWithTheNextValue() throws {
      let daemon = try SourceDaemon.shared(
        "s: {run: [sh, -c, 'while read -r l; do echo \"{\\\"s\\\": 1}\"; done'], keys: s, silentAfter: 300ms}"
      )
      try daemon.client.call(
        "buttons.define", #"{"buttons":[{"id":"go","style":"plain","action":{"source":"s"}}]}"#)
      let source = try daemon.wait(for: "lost", of: "s") { $0["lost"] == .bool(true) }
      #expect(source["state"]?.string == "running")
      #expect(
        try daemon.client.call("server.stats")["sources"]?.elements.first?["up"] == .bool(false))
      try daemon.client.call("buttons.trigger", #"{"id":"go"}"#)
      try daemon.wait(for: "no longer lost", of: "s") { $0["lost"] == nil }
      try daemon.wait(for: "lost", of: "s") { $0["lost"] == .bool(true) }
      #expect(daemon.count(inLog: "its keys are lost until there are") == 2)
    }

    @Test func readersOfASourceThatIsDownSaySo() throws {
      let daemon = try SourceDaemon.shared(
        """
        s: {run: [sh, -c, 'echo "{\\"s.on\\": true, \\"s.pid\\": $$}"; exec sleep 1000'], keys: s.*}
        """, figures: Self.impatient)
      let pid = try #require(try daemon.wait(for: "s.pid").int)
      try daemon.client.call(
        "buttons.define",
        #"{"buttons":[{"id":"fed","style":"plain","isSelected":{"state":"s.on"}},{"id":"other","style":"plain","isSelected":{"state":"calm.isOn"}}],"wait":"published"}"#
      )
      #expect(try daemon.client.record("fed")["status"] == nil)
      #expect(kill(Int32(pid), SIGKILL) == 0)
      let next = try #require(try daemon.wait(for: "s.pid") { $0.int != pid }.int)
      #expect(try daemon.client.record("fed")["status"] == nil, "it was back at once")
      #expect(kill(Int32(next), SIGKILL) == 0)
      try daemon.wait("s", is: "quarantined")
      try daemon.client.call("sync")
      let status = try daemon.client.record("fed")["status"]
      #expect(status?["reason"]?.string == "sourceLost")
      #expect(status?["keys"]?.elements == [.string("s.on")])
      #expect(try daemon.client.record("other")["status"] == nil)
      #expect(try daemon.value("s.on") == .bool(true))
      try daemon.client.call("sources.reset", #"{"name":"s"}"#)
      try daemon.wait(for: "s.pid") { $0.int != next }
      try daemon.client.call("sync")
      #expect(try daemon.client.record("fed")["status"] == nil)
    }

    @Test func silenceReachesReadersToo() throws {
      let daemon = try SourceDaemon.shared(
        #"s: {run: [sh, -c, 'echo "{\"s\": true}"; exec sleep 1000'], keys: s, silentAfter: 300ms}"#
      )
      try daemon.client.call(
        "buttons.define", #"{"buttons":[{"id":"fed","style":"plain","isSelected":{"state":"s"}}]}"#)
      try wait(for: "the loss") {
        try daemon.client.record("fed")["status"]?["reason"]?.string == "sourceLost"
      }
      #expect(try daemon.source("s")["state"]?.string == "running")
    }

    @Test func whatIsNotThereIsRefusedWithTheNearestName() throws {
      let daemon = try SourceDaemon.shared("volume: {run: [sleep, '1000'], keys: s}")
      let unknown = try daemon.client.refusal(of: "sources.run", #"{"name":"volum"}"#)
      #expect(unknown.reason == "notFound")
      #expect(unknown.description.contains("did you mean 'volume'?"))
      #expect(
        try daemon.client.refusal(of: "sources.reset", #"{"name":"x"}"#).path == "params.name")
      let follows = try daemon.client.refusal(of: "sources.run", #"{"name":"volume"}"#)
      #expect(follows.reason == "invalidParams")
    }

    @Test func metricsTellOfSources() throws {
      let daemon = try SourceDaemon.shared(
        """
        a: {run: [echo, '5'], every: 1h, format: number, key: a}
        b: {run: [echo, 'x'], every: 1h, format: number, key: b}
        """)
      try daemon.wait(for: "a")
      try daemon.wait("b", is: "restarting")
      let done = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.process.socketPath, "stats", "--prometheus"])
      for line in [
        #"buttond_source_up{source="a"} 1"#, #"buttond_source_up{source="b"} 0"#,
        #"buttond_source_lines_total{source="a"} 1"#,
        #"buttond_source_refused_lines_total{source="b"} 1"#,
      ] {
        #expect(done.output.contains(line + "\n"), "\(line)")
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only root becomes another user"))
    func asRootASourceIsTheUserOfTheConfiguration() throws {
      let daemon = try SourceDaemon.shared(
        """
        who: {run: [sh, -c, 'echo "$(id -u) $(id -g) $USER $HOME" > /dev/stdout'], every: 1h, format: text, key: who, user: nobody}
        root: {run: [id, -u], every: 1h, format: number, key: root}
        """)
      chmod(daemon.files.folder.path, 0o755)
      #expect(chown("/dev/null", 0, 0) == 0)
      _ = try daemon.client.call("sources.run", #"{"name":"who"}"#)
      try daemon.wait(for: "who") { $0.string?.hasPrefix("65534 65534 nobody /") == true }
      var status = stat()
      #expect(stat("/dev/null", &status) == 0 && status.st_uid == 0)
      try daemon.wait(for: "root") { $0.int == 0 }
      #expect(daemon.count(inLog: "runs as root") == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "only root starts a daemon of another user"))
    func anotherDaemonCannotLendAUser() throws {
      let daemon = try SourceDaemon(
        "who: {run: [id, -u], every: 1h, format: number, key: who, user: root}", as: .nobody)
      let source = try daemon.wait("who", is: "restarting")
      #expect(
        source["lastError"]?.string
          == "exited with code 127: cannot become the user 'root': the daemon does not run as root")
    }

    @Test func aProgramGivesWayToTheDaemon() throws {
      let daemon = try SourceDaemon.shared(
        "n: {run: [nice], every: 1h, format: number, key: niceness}")
      let niceness = min(19, Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) + 10)
      try daemon.wait(for: "niceness") { $0.int == niceness }
    }

    @Test func aProgramThatIsNotThereIsSaidSo() throws {
      let daemon = try SourceDaemon.shared("x: {run: [no-such-program], keys: x}")
      let source = try daemon.wait("x", is: "quarantined")
      #expect(
        source["lastError"]?.string
          == "exited with code 127: cannot run 'no-such-program': No such file or directory")
    }
  }
}
