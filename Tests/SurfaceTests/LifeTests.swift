import Glibc
import TestSupport
import Testing

extension SurfaceTests {
  /// What comes back after something has gone.
  @Suite struct LifeTests {
    @Test func aSecondConnectionTakesADeckOver() throws {
      let stage = try SurfaceTests.stage()
      let old = try stage.deck("deck-1")
      try old.addDevice("deck-2", keys: 2, perRow: 2, "TEXT=1")
      let new = try stage.deck("deck-1")
      try new.waitForKey(0, of: "deck-1") { $0.text == "Pay 0" }
      let press = try old.ask("KEY-PRESS DEVICEID=deck-1 KEY=0 PRESSED=1")
      #expect(press.line == #"KEY-PRESS ERROR DEVICEID="deck-1" MESSAGE="Device not found" "#)
      // The old connection has its other deck, and hears no more of this one.
      old.forgetKeys()
      try new.press(0)
      try new.release(0)
      try new.waitForKey(0) { $0.text == "Pay 1" && !$0.isPressed }
      try old.waitForKey(0, of: "deck-2") { $0.text == "Pay 1" }
      #expect(old.keys["deck-1"] == nil)
      // It takes nothing from the other that the old connection goes.
      old.close()
      try new.press(0)
      try new.release(0)
      try new.waitForKey(0) { $0.text == "Pay 2" }
      // And so on, back and forth.
      try stage.deck("deck-1").waitForKey(0) { $0.text == "Pay 2" }
    }

    @Test func aDeckThatComesBackGetsAllOfItsKeys() throws {
      let stage = try SurfaceTests.stage()
      let deck = try stage.deck()
      for round in 0..<5 {
        if round > 0 {
          #expect(try deck.ask("REMOVE-DEVICE DEVICEID=deck-1").outcome == .ok)
          deck.forgetKeys()
          try deck.addDevice("deck-1", keys: 6, perRow: 3, "TEXT=1")
        }
        try deck.waitForKey(0) { $0.text == "Pay 0" }
        for key in 1..<6 { try deck.waitForKey(key) }
      }
      for _ in 0..<5 { try stage.deck().waitForKey(3) { $0.text == "Far" } }
    }

    @Test func aDeckThatComesAndGoesAllTheTimeFillsNoLog() throws {
      let stage = try SurfaceTests.stage(isShared: false)
      let deck = try stage.surface.connect()
      for _ in 0..<150 {
        try deck.addDevice("deck-1", keys: 1, perRow: 1)
        try deck.ask("REMOVE-DEVICE DEVICEID=deck-1")
        stage.surface.forgetOutput()
      }
      try wait(for: "the line of the log") {
        stage.surface.program.log.contains("more happens to decks than is logged")
      }
    }

    @Test func keysAreDimUntilTheDaemonIsBack() throws {
      let folder = TemporaryFolder()
      let daemon = try DaemonProcess(in: folder)
      try SurfaceTests.defineButtons(try daemon.connect())
      let surface = try Surface(daemon, SurfaceTests.desk)
      let deck = try surface.connect()
      try deck.addDevice("deck-1", keys: 6, perRow: 3, "BITMAPS=32 TEXT=1")
      let pay = try deck.waitForKey(0) { $0.text == "Pay 0" }
      let far = try deck.waitForKey(3) { $0.text == "Far" }
      // It dies while a key is held.
      try deck.press(1)
      _ = try daemon.stop(SIGKILL)
      let dim = try deck.waitForKey(0) { $0.bitmap != pay.bitmap }
      #expect(Self.light(dim) < Self.light(pay))
      try deck.waitForKey(3) { $0.bitmap != far.bitmap }
      try deck.waitForKey(1) { !$0.isPressed }
      // Meanwhile it is heard, and a press is lost.
      try deck.press(0)
      try deck.release(0)
      try deck.release(1)
      try deck.press(3)
      // Another deck that comes is told that it is here.
      let late = try surface.connect()
      try late.addDevice("deck-2", keys: 6, perRow: 3, "BITMAPS=32 TEXT=1")

      let second = try DaemonProcess(in: folder)
      let client = try second.connect()
      try SurfaceTests.defineButtons(client)
      for one in [deck, late] {
        try one.waitForKey(0) { $0.bitmap == pay.bitmap }
        try one.waitForKey(3) { $0.bitmap == far.bitmap && !$0.isPressed }
      }
      try deck.press(0)
      try deck.release(0)
      for one in [deck, late] { try one.waitForKey(0) { $0.text == "Pay 1" } }
      let values = try client.call("state.get", #"{"keys":["paid","muted"]}"#)["values"]
      #expect(values?["paid"] == .int(1))
      #expect(values?["muted"] == nil)
    }

    /// How bright a picture is, on the whole.
    private static func light(_ key: SatelliteKey) -> Int {
      key.bitmap?.reduce(0) { $0 + Int($1) } ?? 0
    }

    @Test func aSurfaceMayStartBeforeItsDaemon() throws {
      let folder = TemporaryFolder()
      let gone = try DaemonProcess(in: folder)
      _ = try gone.stop()
      let surface = try Surface(gone, SurfaceTests.desk)
      let deck = try surface.connect()
      try deck.addDevice("deck-1", keys: 6, perRow: 3, "BITMAPS=32 TEXT=1")
      for key in 0..<6 { try deck.waitForKey(key) }
      let daemon = try DaemonProcess(in: folder)
      try SurfaceTests.defineButtons(try daemon.connect())
      try deck.waitForKey(0) { $0.text == "Pay 0" }
    }

    @Test func keysComeAfterTheDrawingProcessWasKilled() throws {
      let stage = try SurfaceTests.stage(isShared: false)
      let deck = try stage.deck()
      var last = try deck.waitForKey(0) { $0.text == "Pay 0" }
      let surface = stage.surface.program.processID
      var killed: Set<Int32> = []
      for count in 1...3 {
        let child: Int32 = try wait(for: "a new drawing process") {
          try ProcessFile.children(of: surface).first { !killed.contains($0) }
        }
        // Some of what is to be drawn is on its way then.
        try stage.set("paid", "\(count * 10)")
        kill(child, SIGKILL)
        killed.insert(child)
        last = try deck.waitForKey(0) { $0.text == "Pay \(count * 10)" && $0.bitmap != last.bitmap }
      }
      try deck.press(0)
      try deck.release(0)
      try deck.waitForKey(0) { $0.text == "Pay 31" && $0.bitmap != last.bitmap }
      #expect(stage.surface.program.isRunning)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsItInOrder(signal: Int32) throws {
      let stage = try SurfaceTests.stage(isShared: false)
      let deck = try stage.deck()
      try deck.waitForKey(0) { $0.text == "Pay 0" }
      let children = try ProcessFile.children(of: stage.surface.program.processID)
      #expect(!children.isEmpty)
      stage.surface.program.kill(signal)
      #expect(try stage.surface.program.waitForEnd() == .exited(0))
      #expect(try deck.isClosedByServer())
      for child in children { #expect(ProcessEnd.waitFor(child, by: Deadline())) }
    }

    @Test func theSamePortCanBeHadAgainAtOnce() throws {
      let stage = try SurfaceTests.stage(isShared: false)
      let deck = try stage.deck()
      try deck.waitForKey(0)
      stage.surface.program.kill(SIGKILL)
      try stage.surface.program.waitForEnd()
      let folder = TemporaryFolder()
      let file = folder.write(
        "listen: [\"127.0.0.1\"]\nport: \(stage.surface.port)\n", to: "surface.yaml")
      let second = try Program(
        try Surface.path, ["--config", file, "--socket", stage.daemon.socketPath])
      #expect(try second.nextLine() == "waiting for decks on 127.0.0.1:\(stage.surface.port)")
    }
  }
}
