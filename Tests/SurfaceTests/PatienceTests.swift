import TestSupport
import Testing

/// Connections that do nothing, which takes as long as they are given; beside all else, as it needs no
/// processor.
@Suite(.blocking, .timeLimit(.minutes(3))) struct PatienceTests {
  @Test func aConnectionThatFallsSilentAfterAPingIsClosed() throws {
    let daemon = try DaemonProcess()
    try SurfaceTests.defineButtons(try daemon.connect())
    let surface = try Surface(daemon, SurfaceTests.desk)
    // One that never said PING says nothing until it is pressed.
    let quiet = try surface.connect()
    try quiet.addDevice("deck-1", keys: 1, perRow: 1, "TEXT=1")
    try quiet.waitForKey(0) { $0.text == "Pay 0" }
    let silent = try surface.connect()
    try silent.addDevice("deck-2", keys: 1, perRow: 1)
    let start = Deadline.now
    try silent.ping()
    #expect(try silent.isClosedByServer())
    let seconds = Double(Deadline.now - start) / 1e9
    #expect(seconds > 4.5, "\(seconds) s")
    try quiet.press(0)
    try quiet.release(0)
    try quiet.waitForKey(0) { $0.text == "Pay 1" }
  }

  /// The process that draws takes longer to start than an image may take to be drawn.
  @Test func aSlowStartIsNoFaultOfAnImage() throws {
    let (daemon, folder) = (try DaemonProcess(), TemporaryFolder())
    let client = try daemon.connect()
    let put = try client.call("images.put", #"{"data":"\#(SmallImages.png)"}"#)
    let name = try #require(put["image"]?.string)
    try client.call(
      "buttons.define",
      """
      {"buttons":[{"id":"pay","style":"plain","configuration":{"title":"Pay",\
      "background":{"image":"\(name)"}}}]}
      """)
    let painter = "#!/bin/sh\nsleep 3\nexec '\(try Surface.raster)'\n"
    let surface = try Surface(
      daemon, SurfaceTests.desk, program: try Surface.copy(to: folder, painter: painter))
    let deck = try surface.connect()
    try deck.addDevice("deck-1", keys: 1, perRow: 1, "TEXT=1 BITMAPS=20")
    let key = try deck.waitForKey(0) { $0.text == "Pay" && $0.bitmap != nil }
    #expect(
      key.bitmap.map { Array($0[(10 * 20 + 1) * 3..<(10 * 20 + 2) * 3]) } == [0x33, 0x66, 0xCC])
  }

  /// Takes ten seconds, after which the deck asks again.
  @Test func aDeckThatIsRefusedItsLooksAsksForThemAgain() throws {
    let folder = TemporaryFolder()
    let path = folder.write("limits: {traitSets: 1}", to: "buttond.yaml")
    let daemon = try DaemonProcess(["--config", path])
    let client = try daemon.connect()
    try SurfaceTests.defineButtons(client)
    try client.call(
      "buttons.subscribe", #"{"match":"pay","traits":{"userInterfaceStyle":"light"}}"#)
    let surface = try Surface(daemon, SurfaceTests.desk)
    let deck = try surface.connect()
    try deck.addDevice("deck-1", keys: 1, perRow: 1, "TEXT=1")
    try surface.program.waitForLog("the daemon refuses a subscription")
    // It comes too late to be done.
    try deck.press(0)
    try deck.release(0)
    folder.write("limits: {traitSets: 2}", to: "buttond.yaml")
    try client.call("server.reload")
    try deck.waitForKey(0) { $0.text == "Pay 0" }
    try deck.press(0)
    try deck.release(0)
    try deck.waitForKey(0) { $0.text == "Pay 1" && !$0.isPressed }
  }

  /// Takes ten seconds, after which such a connection is closed.
  @Test func aDeckThatReadsNothingIsClosedAndDelaysNone() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.connect()
    try SurfaceTests.defineButtons(client)
    let surface = try Surface(daemon, SurfaceTests.desk)
    let deck = try surface.connect()
    // If it waited for the other, it would be too late.
    deck.patience = 5
    try deck.addDevice("deck-1", keys: 6, perRow: 3, "BITMAPS=48 TEXT=1")
    try deck.waitForKey(0) { $0.text == "Pay 0" }
    // It says nothing, and has no deck.
    let idle = try surface.connect()
    let stalled = try surface.connect(receiveBuffer: 4_096)
    // Keys of 20 megabytes, more than a connection holds.
    let lines =
      "ADD-DEVICE DEVICEID=deck-2 PRODUCT_NAME=a KEYS_TOTAL=128 KEYS_PER_ROW=16 BITMAPS=200\n"
    try stalled.send(bytes: Array(lines.utf8))
    var count = 0
    func pressNow() throws {
      count += 1
      try deck.press(0)
      try deck.release(0)
      try deck.waitForKey(0) { $0.text == "Pay \(count)" && !$0.isPressed }
    }
    let program = surface.program
    while let line = try program.nextLine(), !line.contains("'deck-2'") {}
    // It is here; it is gone when the next line says so.
    for _ in 0..<20 { try pressNow() }
    #expect(
      try program.nextLine()?.hasSuffix("'deck-2' is gone: it has taken nothing for 10 s") == true)
    try pressNow()
    #expect(try idle.isClosedByServer())
    withExtendedLifetime(stalled) {}
  }
}
