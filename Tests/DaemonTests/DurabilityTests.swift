import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// State and buttons outlive the daemon.
  @Suite struct DurabilityTests {
    @Test func withoutDurabilityStateBeginsEmptyAndRevisionsGoOn() throws {
      let kept = try KeptState("durability: none\n")
      var client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      try kept.kill()
      client = try kept.start()
      #expect(try client.values().isEmpty)
      #expect(kept.daemon?.log.contains("durability is none") == true)
      #expect(try client.call("state.get")["revision"]?.int ?? 0 > 1_000)
    }

    @Test func aStateFolderThatGoesUnderARunningDaemonIsMissed() throws {
      let kept = try KeptState("durability: strict\n")
      let client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      let away = kept.folder.file("away")
      for what in ["moved away", "removed"] {
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
        try kept.daemon?.waitForLog("was removed or replaced while the daemon has it open")
        if what == "removed" { return }
        #expect(rename(away, kept.state) == 0)
        try client.wait(until: "durabilityLost", is: 0)
        try client.call("state.set", #"{"values":{"b":3}}"#)
        // The next change finds it gone again, and the log says so again.
        try client.call("state.set", #"{"values":{"a":1}}"#)
        kept.daemon?.forgetLog()
      }
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
      let names = try Folder.names(in: kept.state)
      let checked = try kept.failingStart(["--check"])
      #expect(checked.end == .exited(78))
      #expect(checked.error.hasPrefix("buttond: \(kept.file): "), "\(checked.error)")
      let refused = try kept.failingStart()
      #expect(refused.end == .exited(65))
      #expect(refused.error.contains("is damaged"))
      #expect(refused.error.contains("`buttonctl restore FILE --state \(kept.state)`"))
      let command = try #require(
        refused.error.split(separator: "\n").last?.components(after: "run: "))
      #expect(command.hasPrefix(kept.program) && command.hasSuffix(" --accept-data-loss"))
      #expect(try FileBytes.read(kept.file) == bytes, "nothing is touched")
      #expect(try Folder.names(in: kept.state) == names)
      let again = try kept.start(["--accept-data-loss"])
      #expect(try again.values().isEmpty)
      #expect(kept.daemon?.log.contains(".damaged-") == true)
      try again.call("state.set", #"{"values":{"name":"new"}}"#)
      try kept.stop()
      let aside = try Folder.names(in: kept.state).filter {
        $0.contains(".damaged-") && !$0.hasSuffix("-wal")
      }
      #expect(aside.count == 1)
      #expect(try FileBytes.read("\(kept.state)/\(aside[0])") == bytes)
    }

    @Test func stateOfANewerVersionEndsTheStartForGood() throws {
      let kept = try KeptState()
      try kept.start().call("state.set", #"{"values":{"a":1}}"#)
      try kept.stop()
      var bytes = try FileBytes.read(kept.file)
      // SQLite's user_version, which numbers the layout.
      bytes[63] = 99
      try FileBytes.write(bytes, to: kept.file)
      let refused = try kept.failingStart()
      #expect(refused.end == .exited(65))
      #expect(refused.error.contains("has the layout 99 of a newer version"), "\(refused.error)")
      #expect(try FileBytes.read(kept.file) == bytes)
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
  }
}

extension Substring {
  /// What follows the last `text` in it.
  fileprivate func components(after text: String) -> String? {
    guard let range = String(self).ranges(of: text).last else { return nil }
    return String(String(self)[range.upperBound...])
  }
}
