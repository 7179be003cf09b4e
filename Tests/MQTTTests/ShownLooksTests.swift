import MQTTBridge
import TestSupport
import Testing

/// Which buttons have a look at the broker.
@Suite struct ShownLooksTests {
  private static func looks() throws -> ShownLooks {
    let folder = TemporaryFolder()
    let rules = "looks: [{buttons: a*, topic: looks/$id}, {buttons: b*, topic: looks/$id}]\n"
    return try withExtendedLifetime(folder) {
      ShownLooks(try MQTTFile.review(folder.write(rules, to: "mqtt.yaml")).settings.looks)
    }
  }

  /// Ids that are as long as they may be.
  private static func longID(_ index: Int) -> String {
    "a\(index)" + String(repeating: "x", count: 127 - "\(index)".utf8.count)
  }

  @Test func aSnapshotTellsWhatIsGone() throws {
    var looks = try Self.looks()
    for id in ["a1", "a2", "a3"] { try looks.show(id, by: 0) }
    looks.remove("a3", by: 0)
    looks.begin(0)
    try looks.show("a2", by: 0)
    let gone = looks.end(0)
    #expect(gone == ["a1"])
  }

  @Test func whatTheBrokerKeptIsGoneOnceAllButtonsAreKnown() throws {
    var looks = try Self.looks()
    for id in ["a1", "a2", "b1", "c", "a x"] {
      let gone = try looks.keep(id, at: "looks/$id")
      #expect(gone == [])
    }
    try looks.show("a1", by: 0)
    var gone = looks.end(0)
    #expect(gone == [])
    // Only what a rule is about, and an id: others may have sent the rest.
    gone = looks.end(1)
    #expect(gone == ["a2", "b1"])
    gone = try looks.keep("a4", at: "looks/$id")
    #expect(gone == ["a4"])
  }

  @Test func noMoreLooksAreSentThanThereIsRoomFor() throws {
    var looks = try Self.looks()
    for index in 0..<ShownLooks.maximumCount { try looks.show("a\(index)", by: index % 2) }
    try looks.show("a0", by: 0)
    let fault = #expect(throws: RuleFault.self) { try looks.show("b", by: 0) }
    #expect(fault?.kind == .full)
    looks.remove("a0", by: 0)
    try looks.show("b", by: 0)
  }

  @Test func theBytesOfIDsOfLooksAreBounded() throws {
    var looks = try Self.looks()
    let most = ShownLooks.maximumBytes / 128
    for index in 0..<most { try looks.show(Self.longID(index), by: 0) }
    #expect(throws: RuleFault.self) { try looks.show("a", by: 0) }
    // They make room when a snapshot lacks them.
    looks.begin(0)
    try looks.show(Self.longID(0), by: 0)
    let gone = looks.end(0)
    #expect(gone.count == most - 1)
    try looks.show("a", by: 0)
  }

  @Test func whatABrokerSaysItHasKeptIsBounded() throws {
    var looks = try Self.looks()
    let most = ShownLooks.maximumBytes / 128
    for index in 0..<most { _ = try looks.keep(Self.longID(index), at: "looks/$id") }
    _ = try looks.keep(Self.longID(0), at: "looks/$id")
    let fault = #expect(throws: RuleFault.self) { try looks.keep("a", at: "looks/$id") }
    #expect(fault?.kind == .full)
    looks.forgetKept()
    for index in 0..<ShownLooks.maximumCount { _ = try looks.keep("a\(index)", at: "looks/$id") }
    #expect(throws: RuleFault.self) { try looks.keep("b", at: "looks/$id") }
    _ = looks.end(0)
    let gone = looks.end(1)
    #expect(gone.count == ShownLooks.maximumCount)
    let next = try looks.keep("b", at: "looks/$id")
    #expect(next == ["b"])
  }
}
