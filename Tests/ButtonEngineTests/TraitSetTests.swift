import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Looks in traits that nobody used before are drawn for what is asked, and for nothing else.
@Suite struct TraitSetTests {
  private static let dark = Traits(userInterfaceStyle: .dark)

  /// Says whether it is dark.
  private static var plugin: FakePlugin {
    FakePlugin("p") { $0.set(title: "\($0.userInterfaceStyle)") }
  }

  private func rig(_ count: Int) throws -> Rig {
    let rig = Rig(plugins: [TraitSetTests.plugin])
    _ = try rig.engine.define((0..<count).map { .make("b\($0)", "p/style") })
    try rig.settle()
    _ = rig.workers[0].takeAsked()
    return rig
  }

  @Test func aRequestInNewTraitsDrawsAndAsksForNoMoreThanItMeans() throws {
    let rig = try rig(1_000)
    let looks = rig.engine.statistics.looks
    let client = rig.client()
    let serial = try rig.get(client, Match(patterns: ["b7", "b8"]), traits: TraitSetTests.dark)
    try rig.settle()
    let result = try #require(client.answers[serial]?.success)
    #expect(
      result["buttons"]?.elements.map { $0["appearance"]?["title"]?.string } == ["dark", "dark"])
    #expect(rig.workers[0].takeAsked() == [["b7", "b8"]])
    // As other traits have it until the plugin answers, and then as it says.
    #expect(rig.engine.statistics.looks <= looks + 4)
  }

  @Test func whoeverAsksForMoreInTheSameTraitsGetsIt() throws {
    let rig = try rig(6)
    let some = rig.client(1)
    let all = rig.client(2)
    try rig.subscribe(some, Match(patterns: ["b1"]), traits: TraitSetTests.dark)
    try rig.settle()
    #expect(rig.workers[0].takeAsked() == [["b1"]])
    try rig.subscribe(all, traits: TraitSetTests.dark)
    try rig.settle()
    #expect(rig.workers[0].takeAsked().map { $0.sorted() } == [["b0", "b2", "b3", "b4", "b5"]])
    #expect(all.looks.count == 6)
    #expect(all.looks.values.allSatisfy { $0["title"]?.string == "dark" })
    #expect(some.looks.count == 1)
  }

  @Test func aButtonThatComesToMatchLaterIsThereInTheseTraits() throws {
    let rig = try rig(2)
    let client = rig.client()
    try rig.subscribe(client, Match(group: "g"), traits: TraitSetTests.dark)
    try rig.settle()
    #expect(client.looks.isEmpty)
    try rig.define(.make("b1", "p/style", group: "g"))
    try rig.settle()
    #expect(client.title("b1") == "dark")
    #expect(client.complaints.isEmpty)
  }
}

extension Result {
  /// The value, nil for a failure.
  fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
