import ButtonModel
import ButtonProtocol
import Glibc
import TestSupport
import Testing

@testable import ButtonEngine

/// Keys that tell the time.
@Suite struct ClockKeyTests {
  @Test func theClockTicksOnlyWhileSomethingReadsIt() throws {
    let rig = Rig()
    try rig.tell(1_000_000)
    #expect(rig.value("clock.second") == nil)
    #expect(rig.engine.wakeTime == nil)
    try rig.derive(["isOdd": "clock.second % 2 == 1"])
    try rig.tell(1_001_300)
    #expect(rig.value("clock.second") == .int(1_001))
    #expect(rig.value("isOdd") == .bool(true))
    #expect(rig.value("clock.minute") == nil)
    // The engine wants to be called when the second is over.
    #expect(rig.engine.wakeTime == rig.now + 705_000_000)
    try rig.tell(1_002_000)
    #expect(rig.value("isOdd") == .bool(false))
    try rig.derive(["isOdd": nil])
    try rig.tell(1_003_000)
    #expect(rig.value("clock.second") == nil)
    #expect(rig.engine.wakeTime == nil)
  }

  @Test func aBindingAndAPluginReadTheClock() throws {
    let rig = Rig(plugins: [
      FakePlugin("shop") { $0.set(title: $0.read("clock.minute").map { "\($0)" } ?? "none") }
    ])
    let client = rig.client()
    try rig.subscribe(client)
    var bound = ButtonDefinition.make("a", "gray")
    bound.bindings[.configuration(.title)] = .template("{clock.second}")
    try rig.define(bound, .make("b", "shop/style"))
    for milliseconds in [120_000, 121_000, 180_000] as [UInt64] {
      try rig.tell(milliseconds)
      #expect(client.title("a") == "\(milliseconds / 1_000)")
      #expect(client.title("b") == "int(\(milliseconds / 60_000))")
    }
    _ = rig.engine.remove(.everything)
    try rig.tell(200_000)
    #expect(rig.engine.wakeTime == nil)
  }

  @Test func aSubscriptionThatNamesTheKeyReadsIt() throws {
    let rig = Rig()
    let client = rig.client()
    try rig.subscribeState(client)
    try rig.tell(1_000)
    #expect(rig.value("clock.second") == nil, "a subscription to everything names nothing")
    let other = rig.client(2)
    let spec = StateSubscriptionSpec(keys: ["clock.second"], under: nil)
    _ = rig.engine.subscribeState(spec, since: nil, other.connection)
    try rig.tell(2_000)
    #expect(rig.value("clock.second") == .int(2))
    rig.close(other)
    try rig.tell(3_000)
    #expect(rig.value("clock.second") == nil)
  }

  @Test func clientsWriteTheKeysOfAClockThatDoesNotRun() throws {
    var settings = EngineSettings()
    settings.tellsTime = false
    let rig = Rig(settings)
    try rig.derive(["isOdd": "clock.second % 2 == 1"])
    try rig.tell(1_000)
    #expect(rig.value("clock.second") == nil)
    try rig.set(["clock.second": .int(7)])
    try rig.tell(2_000)
    #expect(rig.value("clock.second") == .int(7))
    #expect(rig.value("isOdd") == .bool(true))
    #expect(rig.engine.wakeTime == nil)
  }

  @Test func localTimeIsThatOfTheZone() throws {
    let rig = Rig()
    try rig.derive(["t": "clock.local"])
    try rig.tell(1_772_353_800_000)
    let text = try #require(rig.value("t"))
    var seconds = time_t(1_772_353_800)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let wanted = String(unsafeUninitializedCapacity: 64) { buffer in
      strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
    }
    let shown = try #require({ if case .string(let shown) = text { shown } else { nil } }())
    // ISO 8601 has a colon in the offset, strftime none.
    #expect(shown.string.replacing(/:(\d\d)$/) { $0.1 } == wanted)
  }

  @Test(arguments: ["clock.second", "clock.minute", "clock.local"])
  func nobodyElseSetsTheClock(key: String) throws {
    let rig = Rig()
    #expect(throws: EngineError.clockKey(index: 0)) { try rig.set([key: .int(1)]) }
    #expect(throws: EngineError.clockKey(index: 0)) { try rig.derive([key: "1"]) }
    try rig.derive(["x": key])
    try rig.tell(1_000)
    #expect(throws: EngineError.clockKey(index: 0)) { try rig.set([key: .int(1)]) }
    try rig.set(["clock.hour": .int(1)])
  }

  @Test func theClockIsNotKept() throws {
    let journal = FakeJournal(.strict)
    try journal.rig.derive(["x": "clock.second"])
    for milliseconds in [1_000, 2_000] as [UInt64] {
      journal.rig.engine.wallClockMilliseconds = milliseconds
      try journal.rig.turn(after: 2_000_000)
      while journal.waiting != nil { journal.commit() }
    }
    try journal.rig.turn()
    #expect(journal.rig.value("x") == .int(2))
    #expect(journal.derivations.keys.sorted() == ["x"])
    #expect(journal.values["clock.second"] == nil)
  }
}

extension Rig {
  /// Tells the engine the time, in milliseconds since 1970, and lets it settle.
  fileprivate func tell(_ milliseconds: UInt64) throws {
    engine.wallClockMilliseconds = milliseconds
    try turn()
    try settle()
  }
}
