import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Which records carry a transaction, and which one.
@Suite struct TransactionTests {
  /// The label says how often the action ran; `jump` shows a press at once and a release softly,
  /// `soft` animates every change, `bare` says nothing.
  static var style: FakePlugin {
    FakePlugin("s", styles: ["jump", "plain", "soft", "bare"]) { update in
      if update.read("fail") == .bool(true) { return update.fail("told to") }
      update.set(title: "\(update.title) \(update.read("count").map { "\($0)" } ?? "0")")
      if update.state.contains(.highlighted) { update.set(.opacity, .number(0.2)) }
      switch update.entry {
      case "jump", "plain":
        update.set(.transactionOnPress, .text("disablesAnimations"))
        update.set(.transactionOnRelease, .text("default"))
        if update.entry == "plain" { update.set(.transactionAnimatesContent, .bool(false)) }
      case "soft":
        let duration = update.userInterfaceStyle == .dark ? "0.5" : "0.2"
        update.set(.transactionAlways, .text(UTF8String("easeInOut(\(duration))")))
      default: break
      }
    }
  }

  static let spring: Wire = .object([
    "curve": .string("spring"), "response": .double(0.55), "dampingFraction": .int(1),
    "blendDuration": .int(0),
  ])
  static let jump: Wire = .object(["disablesAnimations": .bool(true)])
  static let fade: Wire = .object(["animation": spring])
  static let fadeAlone: Wire = .object(["animation": spring, "animatesContent": .bool(false)])

  static func easeInOut(_ milliseconds: Int64) -> Wire {
    .object([
      "animation": .object([
        "curve": .string("easeInOut"), "durationMs": .int(milliseconds),
      ])
    ])
  }

  /// A button whose action counts.
  static func button(_ id: String, _ style: String = "jump") -> ButtonDefinition {
    var button = ButtonDefinition.make(id, "s/\(style)", title: id)
    button.action = Action(
      operations: [ActionOperation(key: "count", kind: .increment(by: .int(1)))])
    return button
  }

  /// A client that watches these buttons and has seen them.
  static func watch(
    _ definitions: ButtonDefinition..., maxRate: Double? = nil
  ) throws -> (rig: Rig, client: FakeClient) {
    let rig = Rig(plugins: [style])
    _ = try rig.engine.define(definitions)
    let client = rig.client()
    try rig.subscribe(client, maxRate: maxRate)
    try rig.settle(within: 1_000_000_000)
    _ = client.take()
    return (rig, client)
  }

  // MARK: What a press and a release ask for

  @Test func aPressJumpsAndAReleaseFades() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a"))
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.jump]])
    #expect(client.looks["a"]?["opacity"] == .double(0.2))
    try rig.press(client, "a", .cancelled)
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.fade]])
    #expect(client.looks["a"]?["opacity"] == nil)
  }

  @Test(arguments: ["style", "configuration"])
  func contentIsNotAnimatedWhereSomethingSaysSo(what: String) throws {
    var button = TransactionTests.button("a", what == "style" ? "plain" : "jump")
    if what == "configuration" {
      button.configuration?.contentAnimation = ButtonConfiguration.ContentAnimation.none
    }
    let (rig, client) = try TransactionTests.watch(button)
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    _ = client.take()
    try rig.press(client, "a", .ended(nil))
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.fadeAlone]])
  }

  @Test func aReleaseAndWhatItsActionChangesAreOneUpdateOfEachButton() throws {
    let (rig, client) = try TransactionTests.watch(
      TransactionTests.button("a"), TransactionTests.button("b"))
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    _ = client.take()

    try rig.press(client, "a", .ended(nil))
    try rig.settle()

    #expect(client.looks["a"]?["title"] == .string("a int(1)"))
    #expect(client.looks["a"]?["isHighlighted"] == nil)
    #expect(client.looks["b"]?["title"] == .string("b int(1)"))
    #expect(
      client.takeTransactions() == [["a": TransactionTests.fade, "b": nil]],
      "the others' updates carry none")
  }

  @Test func whatIsToldForEveryChangeHoldsForAnyOther() throws {
    let (rig, client) = try TransactionTests.watch(
      TransactionTests.button("a", "soft"), TransactionTests.button("b", "bare"))
    try rig.set(["count": .int(3)])
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.easeInOut(200), "b": nil]])
    try rig.press(client, "a", .began(nil))
    try rig.press(client, "b", .began(nil))
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.easeInOut(200), "b": nil]])
  }

  @Test func everyTraitSetHasItsOwn() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a", "soft"))
    let dark = rig.client(2)
    try rig.subscribe(dark, traits: Traits(userInterfaceStyle: .dark))
    try rig.settle()
    _ = (client.take(), dark.take())
    try rig.set(["count": .int(3)])
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.easeInOut(200)]])
    #expect(dark.takeTransactions() == [["a": TransactionTests.easeInOut(500)]])
  }

  // MARK: What is compared

  @Test func aPressAndItsReleaseInOneTickAreNoChange() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a"))
    try rig.press(client, "a", .began(nil))
    try rig.press(client, "a", .cancelled)
    try rig.settle()
    #expect(client.lines.isEmpty)
  }

  @Test func aTapInOneTickShowsWhatItsActionChangesWithoutATransaction() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a"))
    try rig.press(client, "a", .began(nil))
    try rig.press(client, "a", .ended(nil))
    try rig.settle()
    #expect(client.takeTransactions() == [["a": nil]])
    #expect(client.title("a") == "a int(1)")
  }

  @Test func aTransactionAloneIsNoChange() throws {
    let plugin = FakePlugin("s") { update in
      let isSoft = update.read("soft") != nil
      update.set(.transactionAlways, .text(isSoft ? "default" : "linear"))
    }
    let rig = Rig(plugins: [plugin])
    try rig.define(.make("a", "s/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    try rig.set(["soft": .bool(true)])
    try rig.settle()
    #expect(rig.resolves("a") == 2)
    #expect(client.lines.isEmpty)
  }

  @Test func aReleaseWhileThePressIsOnItsWayIsShownAfterIt() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a"))
    try rig.press(client, "a", .began(nil))
    try rig.turn()
    try rig.press(client, "a", .cancelled)
    try rig.turn(after: 9_000_000)
    try rig.workers[0].answer(rig.engine, now: rig.now)
    // The frame does not wait for the second answer for ever.
    try rig.turn()
    try rig.turn(after: 9_000_000)
    #expect(client.takeTransactions() == [["a": TransactionTests.jump]])
    #expect(client.looks["a"]?["isHighlighted"]?.bool == true)
    #expect(client.looks["a"]?["opacity"] == .double(0.2))
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.fade]])
    #expect(client.looks["a"]?["opacity"] == nil)
  }

  @Test func aLookThatIsDrawnTwiceForOneFrameIsComparedWithTheOneBefore() throws {
    let (rig, client) = try TransactionTests.watch(
      TransactionTests.button("a"), TransactionTests.button("b"))
    // Pressed, released and, with what the action changed, answered twice before the frame goes.
    try rig.press(client, "a", .began(nil))
    try rig.press(client, "b", .began(nil))
    try rig.turn()
    try rig.press(client, "a", .ended(nil))
    try rig.turn(after: 9_000_000)
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.takeTransactions() == [["a": nil, "b": TransactionTests.jump]])
    #expect(client.title("a") == "a int(1)")
  }

  @Test func aFirstLookCarriesNone() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a"))
    try rig.define(TransactionTests.button("b", "soft"))
    try rig.settle()
    #expect(client.takeTransactions() == [["b": nil]])
    try rig.set(["count": .int(1)])
    try rig.settle()
    #expect(client.takeTransactions() == [["a": nil, "b": TransactionTests.easeInOut(200)]])
    _ = rig.engine.remove(Match(patterns: ["b"]))
    try rig.define(TransactionTests.button("b", "soft"))
    try rig.settle()
    #expect(client.takeTransactions() == [["b": nil]])
  }

  @Test func aDefinitionThatEndsAPressIsARelease() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a"))
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    _ = client.take()
    try rig.define(TransactionTests.button("a").hinted("again"))
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.fade]])
  }

  // MARK: Who is told

  @Test func whoDidNotSeeTheLookBeforeIsToldNone() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a"))
    let slow = rig.client(2)
    try rig.subscribe(slow)
    try rig.settle()
    let tick = try #require(slow.take().last?["tick"]?.int)
    rig.block(slow)
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.jump]])

    let late = rig.client(3)
    try rig.subscribe(late)
    let resumed = rig.client(4)
    try rig.subscribe(resumed, since: tick)
    let asking = rig.client(5)
    try rig.get(asking)
    rig.drain(slow)
    try rig.settle()

    for other in [slow, late, resumed, asking] {
      #expect(other.takeTransactions() == [["a": nil]])
    }
    #expect(client.lines.isEmpty)
  }

  @Test func aStatusThatComesOrGoesAloneCarriesNone() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a", "soft"))
    try rig.set(["count": .int(1)])
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.easeInOut(200)]])
    try rig.set(["fail": .bool(true)])
    try rig.settle()
    try rig.set(["fail": .bool(false)])
    try rig.settle()
    #expect(client.takeTransactions() == [["a": nil], ["a": nil]])
  }

  @Test func aChangeOfStatusAndLookIsShownLikeAnyOther() throws {
    let (rig, client) = try TransactionTests.watch(TransactionTests.button("a", "soft"))
    try rig.set(["fail": .bool(true)])
    try rig.settle()
    _ = client.take()
    try rig.set(["fail": .bool(false), "count": .int(1)])
    try rig.settle()
    #expect(client.takeTransactions() == [["a": TransactionTests.easeInOut(200)]])
  }

  @Test func aRateHoldsAFrameBackWithItsTransactions() throws {
    let (rig, client) = try TransactionTests.watch(
      TransactionTests.button("a"), .make("b", selectedBy: "on"), maxRate: 60)
    try rig.set(["on": .bool(true)])
    try rig.settle()
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    #expect(client.takeTransactions() == [["b": nil]])
    try rig.settle(within: 20_000_000)
    #expect(client.takeTransactions() == [["a": TransactionTests.jump]])
  }

  @Test func ofSeveralChangesThatARateMakesOneNoneIsTheTransaction() throws {
    let (rig, client) = try TransactionTests.watch(
      TransactionTests.button("a"), .make("b", selectedBy: "on"), maxRate: 60)
    try rig.set(["on": .bool(true)])
    try rig.settle()
    try rig.press(client, "a", .began(nil))
    try rig.settle()
    try rig.press(client, "a", .ended(nil))
    try rig.settle()
    _ = client.take()
    try rig.settle(within: 20_000_000)
    #expect(client.takeTransactions() == [["a": nil]])
  }
}

extension FakeClient {
  /// The transactions of the records in each line since the last call.
  fileprivate func takeTransactions() -> [[String: Wire?]] {
    take().compactMap { line in
      let holder = line["params"] ?? line
      guard let records = holder["buttons"]?.elements else { return nil }
      return Dictionary(
        uniqueKeysWithValues: records.map { ($0["id"]?.string ?? "", $0["transaction"]) })
    }
  }
}
