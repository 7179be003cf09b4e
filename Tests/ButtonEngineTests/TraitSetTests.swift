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

  // MARK: Later than the deadline

  @Test func aRequestNeverHoldsWhatWasMadeForOtherTraits() throws {
    let rig = try rig(3)
    let light = rig.client(1)
    try rig.subscribe(light)
    try rig.settle()
    _ = light.take()
    let client = rig.client(2)
    let serial = try rig.get(client, traits: TraitSetTests.dark)
    try rig.turn()
    try rig.turn(after: 8_000_000)
    let records = try #require(client.answers[serial]?.success?["buttons"]?.elements)
    #expect(records.count == 3)
    for record in records {
      #expect(record["appearance"]?["title"] == nil)
      #expect(record["status"]?["fallback"]?.bool == true)
      #expect(record["status"]?["reason"]?.string == "pluginHung")
    }
    try rig.settle()
    #expect(light.lines.isEmpty, "nothing has changed for others")
  }

  @Test func aSubscriptionSaysWhatIsMissingUntilItComes() throws {
    let rig = try rig(2)
    let light = rig.client(1)
    let dark = rig.client(2)
    try rig.subscribe(light)
    try rig.settle()
    try rig.subscribe(dark, traits: TraitSetTests.dark)
    try rig.turn()
    try rig.turn(after: 8_000_000)
    #expect(dark.looks.count == 2)
    #expect(dark.looks.values.allSatisfy { $0["title"] == nil })
    #expect(dark.reason("b0") == "pluginHung" && dark.reason("b1") == "pluginHung")
    #expect(rig.status("b0") == nil)
    try rig.settle()
    #expect(dark.title("b0") == "dark" && dark.title("b1") == "dark")
    #expect(dark.reason("b0") == nil && dark.reason("b1") == nil)
    #expect(light.title("b0") == "light" && light.reason("b0") == nil)
    #expect(dark.complaints.isEmpty && light.complaints.isEmpty)
  }

  @Test func aStatusGoesAlsoWhereTheLookStaysTheSame() throws {
    let rig = Rig(plugins: [FakePlugin("p") { _ = $0.userInterfaceStyle }])
    try rig.define(.make("b0", "p/style", title: "B"))
    try rig.settle()
    let dark = rig.client()
    try rig.subscribe(dark, traits: TraitSetTests.dark)
    try rig.turn()
    try rig.turn(after: 8_000_000)
    let look = dark.looks["b0"]
    #expect(dark.reason("b0") == "pluginHung")
    try rig.settle()
    #expect(dark.reason("b0") == nil)
    #expect(dark.looks["b0"] == look)
  }

  @Test func withoutItsWorkerAButtonShowsTheFallbackInNewTraits() throws {
    let rig = try rig(1)
    let light = rig.client(1)
    try rig.subscribe(light)
    try rig.settle()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.settle(within: 1_000_000_000)
    let dark = rig.client(2)
    try rig.subscribe(dark, traits: TraitSetTests.dark)
    try rig.settle(within: 10_000_000)
    #expect(light.title("b0") == "light")
    #expect(dark.looks["b0"] != nil && dark.title("b0") == nil)
    let status = dark.subscriptions.first?.value.statuses["b0"]
    #expect(status?["reason"]?.string == "pluginCrashed")
    #expect(status?["fallback"]?.bool == true && status?["stale"]?.bool == false)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(dark.title("b0") == "dark" && dark.reason("b0") == nil)
    #expect(light.reason("b0") == nil)
  }

  @Test func aButtonThatFailsInNewTraitsSaysSo() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        update.set(title: "\(update.userInterfaceStyle)")
        if update.userInterfaceStyle == .dark, update.read("fail") != nil { update.fail("no") }
      }
    ])
    try rig.set(["fail": .bool(true)])
    try rig.define(.make("b0", "p/style"))
    try rig.settle()
    let dark = rig.client()
    try rig.subscribe(dark, traits: TraitSetTests.dark)
    try rig.settle()
    #expect(dark.title("b0") == nil && dark.reason("b0") == "handlerFailed")
    try rig.update([("fail", .remove)])
    try rig.settle()
    #expect(dark.title("b0") == "dark" && dark.reason("b0") == nil)
  }

  @Test func anExplanationInNewTraitsIsNoneOfOthers() throws {
    let rig = try rig(1)
    let client = rig.client()
    let serial = try rig.explain(client, "b0", .property(.title), traits: TraitSetTests.dark)
    try rig.turn()
    try rig.turn(after: 8_000_000)
    let answer = try rig.explanation(serial)
    #expect(answer.status?.fallback == true)
    #expect(answer.properties.allSatisfy { $0.winner.value == nil })
  }
}

extension Result {
  /// The value, nil for a failure.
  fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
