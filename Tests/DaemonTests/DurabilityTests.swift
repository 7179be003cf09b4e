import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// State and buttons outlive the daemon.
  @Suite struct DurabilityTests {
    @Test(arguments: ["relaxed", "strict"])
    func stateAndButtonsOutliveTheDaemon(durability: String) throws {
      let kept = try KeptState("durability: \(durability)\n")
      var client = try kept.start()
      let hello = try client.call("hello", #"{"client":"test"}"#)
      #expect(hello["durability"]?.string == durability)
      #expect(try client.call("server.stats")["durability"]?.string == durability)
      try client.call(
        "state.set",
        #"{"values":{"a":1,"b":-0.0,"c":"für später","d":{"x":[null]},"volatile.e":1}}"#)
      try client.call("buttons.define", #"{"buttons":[{"id":"x","style":"gray"}]}"#)
      try client.call("buttons.define", #"{"buttons":[{"id":"y","style":"gray"}]}"#)
      try client.call("buttons.remove", #"{"ids":["y"]}"#)
      let revision = try #require(client.call("hello", #"{"client":"t"}"#)["revision"]?.int)
      try kept.stop()
      #expect(
        try Folder.names(in: kept.state).sorted() == ["buttond.lock", "buttond.sqlite", "cache"]
          || Folder.names(in: kept.state).sorted() == ["buttond.lock", "buttond.sqlite"])
      client = try kept.start()
      let again = try client.call("hello", #"{"client":"t"}"#)
      #expect(again["revision"]?.int == revision)
      #expect(again["epoch"] != hello["epoch"])
      let values = try client.call("state.get")["values"]
      #expect(values?.text == #"{"a":1,"b":-0.0,"c":"für später","d":{"x":[null]}}"#)
      let buttons = try client.call("buttons.list")["buttons"]?.elements ?? []
      #expect(buttons.map { $0["id"]?.string } == ["x"])
      #expect(!(kept.daemon?.log.contains("not clean") ?? true))
      try kept.stop()
    }

    @Test func withoutDurabilityStateBeginsEmptyAndRevisionsGoOn() throws {
      let kept = try KeptState("durability: none\n")
      var client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      try kept.stop()
      client = try kept.start()
      #expect(try client.values().isEmpty)
      #expect(try client.call("state.get")["revision"]?.int == 1)
      #expect(kept.daemon?.log.contains("durability is none") == true)
      try kept.kill()
      client = try kept.start()
      #expect(try client.call("state.get")["revision"]?.int ?? 0 > 1_000)
    }

    @Test(arguments: ["removed", "moved away"])
    func aStateFolderThatGoesUnderARunningDaemonIsMissed(what: String) throws {
      let kept = try KeptState("durability: strict\n")
      let client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      let away = kept.folder.file("away")
      #expect(rename(kept.state, away) == 0)
      if what == "removed" {
        for name in try Folder.names(in: away) { unlink("\(away)/\(name)") }
        // Another one in its place is not the same.
        mkdir(kept.state, 0o700)
      }
      let first = try client.refusal(of: "state.set", #"{"values":{"a":2}}"#)
      #expect(first.reason == "notDurable")
      #expect(first.error["data"]?["applied"] == .bool(true))
      #expect(try client.figure("durabilityLost") == 1)
      try kept.daemon?.program.waitForLog("was removed or replaced while the daemon has it open")
      if what == "removed" { return }
      #expect(rename(away, kept.state) == 0)
      try client.wait(until: "durabilityLost", is: 0)
      try client.call("state.set", #"{"values":{"b":3}}"#)
      try kept.kill()
      #expect(try kept.start().values() == ["a": .int(2), "b": .int(3)])
    }

    @Test func anEphemeralDaemonKeepsNothing() throws {
      let daemon = try DaemonProcess()
      let hello = try daemon.connect().call("hello", #"{"client":"test"}"#)
      #expect(hello["durability"]?.string == "none")
      #expect(hello["revision"]?.int == 0)
    }

    @Test func aFilesDefinitionGoesBeforeAClientsAndIsNotKept() throws {
      let kept = try KeptState("buttons: buttons.yaml\n")
      kept.folder.write("x: {style: gray}\ny: {style: gray}\n", to: "buttons.yaml")
      var client = try kept.start()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"x","style":"plain"},{"id":"z","style":"plain"}]}"#)
      try kept.stop()
      func styles() throws -> [String: String] {
        let list = try client.call("buttons.list")["buttons"]?.elements ?? []
        return Dictionary(
          uniqueKeysWithValues: list.map { ($0["id"]?.string ?? "", $0["style"]?.string ?? "") })
      }
      client = try kept.start()
      #expect(try styles() == ["x": "gray", "y": "gray", "z": "plain"])
      try kept.stop()
      // Gone from the files, they are gone; the client's that gave way does not come back.
      kept.folder.write("y: {style: gray}\n", to: "buttons.yaml")
      client = try kept.start()
      #expect(try styles() == ["y": "gray", "z": "plain"])
      try kept.stop()
    }

    @Test func aSecondDaemonOnTheFolderIsRefused() throws {
      let kept = try KeptState()
      let client = try kept.start()
      let second = try kept.failingStart()
      #expect(second.end == .exited(1))
      #expect(second.error.contains("is the state folder of another daemon, process "))
      #expect(second.error.contains("--state"))
      try client.call("ping")
      try kept.stop()
    }

    @Test(arguments: [
      ("relaxed", "what was changed right before it may be missing"),
      ("strict", "nothing is missing that was answered while durability was strict"),
    ])
    func aStopThatWasNotCleanIsLogged(durability: String, loss: String) throws {
      let kept = try KeptState("durability: \(durability)")
      let client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      try client.wait(until: "unsaved", is: 0)
      try kept.kill()
      #expect(try kept.start().values() == ["a": .int(1)])
      #expect(kept.daemon?.log.contains("the last stop was not clean: \(loss)") == true)
      try kept.stop()
      _ = try kept.start()
      #expect(kept.daemon?.log.contains("not clean") == false)
      try kept.stop()
    }

    @Test func aDamagedFileIsSetAsideOnlyOnDemand() throws {
      let kept = try KeptState()
      let client = try kept.start()
      try client.call("state.set", #"{"values":{"name":"precious"}}"#)
      try kept.stop()
      var bytes = try FileBytes.read(kept.file)
      let wanted = Array("precious".utf8)
      let place = try #require(
        (0..<bytes.count - wanted.count).first {
          Array(bytes[$0..<$0 + wanted.count]) == wanted
        })
      bytes[place] ^= 1
      try FileBytes.write(bytes, to: kept.file)
      for _ in 0..<2 {
        let refused = try kept.failingStart()
        #expect(refused.end == .exited(1))
        #expect(refused.error.contains("is damaged"))
        let command = try #require(
          refused.error.split(separator: "\n").last?.components(after: "run: "))
        #expect(command.hasPrefix(kept.program) && command.hasSuffix(" --accept-data-loss"))
        #expect(try FileBytes.read(kept.file) == bytes, "nothing is touched")
      }
      let again = try kept.start(["--accept-data-loss"])
      #expect(try again.values().isEmpty)
      #expect(kept.daemon?.log.contains(".damaged-") == true)
      try again.call("state.set", #"{"values":{"name":"new"}}"#)
      try kept.stop()
      #expect(try kept.start().values() == ["name": .string("new")])
      let aside = try Folder.names(in: kept.state).filter {
        $0.contains(".damaged-") && !$0.hasSuffix("-wal")
      }
      #expect(aside.count == 1)
      #expect(try FileBytes.read("\(kept.state)/\(aside[0])") == bytes)
    }

    @Test func aPlaceThatCannotBeUsedIsExplained() throws {
      let kept = try KeptState()
      kept.folder.write("text", to: "state")
      let result = try kept.failingStart()
      #expect(result.end == .exited(1))
      #expect(result.error.contains("is not a folder"))
    }

    @Test func withoutAHomeTheStateNeedsAFolder() throws {
      let folder = TemporaryFolder()
      // Root needs no home, so root starts the daemon as nobody.
      let identity = DaemonIdentity.available.last ?? .own
      let daemon = try identity.prefix(copyingTo: folder).daemon
      try identity.own(folder.path)
      let (program, arguments) = identity.command(
        "/usr/bin/env",
        ["-u", "HOME", "-u", "XDG_STATE_HOME", daemon, "--socket", folder.file("h")])
      let result = try Program.run(program, arguments)
      #expect(result.end == .exited(1))
      #expect(result.error.contains("--ephemeral"))
    }

    @Test func theUsualPlaceIsThatOfTheEnvironment() throws {
      let folder = TemporaryFolder()
      let program = try Program(
        InstalledPrefix().daemon, ["--no-installed-plugins", "--socket", folder.file("b.sock")],
        environment: ["XDG_STATE_HOME": folder.file("home")])
      _ = try program.nextLine()
      #expect(try Folder.names(in: folder.file("home/buttond")).contains("buttond.sqlite"))
      program.kill(SIGTERM)
      #expect(try program.waitForEnd() == .exited(0))
    }

    @Test func pipelinedStrictWritesAreAllAnsweredAndAStopKeepsThem() throws {
      let kept = try KeptState("durability: strict\n")
      let client = try kept.start()
      let ids = try (0..<2_000).map {
        try client.request("state.set", #"{"values":{"n":\#($0)}}"#)
      }
      for id in ids { _ = try client.result(of: id) }
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"x","style":"gray"}],"wait":"published"}"#)
      let groups = try client.figure("journalGroups")
      #expect(groups < 1_000, "many writes share a group: \(groups)")
      try kept.stop()
      #expect(try kept.start().values() == ["n": .int(1_999)])
    }
  }
}

extension Substring {
  /// What follows the last `text` in it.
  fileprivate func components(after text: String) -> String? {
    guard let range = String(self).ranges(of: text).last else { return nil }
    return String(String(self)[range.upperBound...])
  }
}
