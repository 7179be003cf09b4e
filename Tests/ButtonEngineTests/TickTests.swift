import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// When ticks begin and end, and what a frame holds.
@Suite struct TickTests {
  /// A checkout that shows how many items there are, and an adder.
  private static var shop: FakePlugin {
    FakePlugin("shop") { update in
      if update.id == "checkout" {
        update.set(title: "Checkout \(update.read("itemCount").map { "\($0)" } ?? "")")
      }
    }
  }

  @Test func aTriggerIsOneFrameOfExactlyTheButtonsThatReadWhatItChanged() throws {
    let rig = Rig(plugins: [TickTests.shop])
    var adder = ButtonDefinition.make("add", "gray", title: "Add Item")
    adder.action = Action(
      name: "add", operations: [ActionOperation(key: "itemCount", kind: .increment(by: .int(1)))])
    try rig.define(adder, .make("checkout", "shop/style"), .make("third", "shop/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    let third = rig.resolves("third")
    let adds = rig.resolves("add")
    _ = client.take()

    _ = try rig.engine.trigger("add")
    try rig.settle()

    #expect(client.lines.count == 1)
    #expect(client.lines.first?["params"]?["buttons"]?.elements.count == 1)
    #expect(client.title("checkout") == "Checkout int(1)")
    #expect(rig.resolves("third") == third)
    #expect(rig.resolves("add") == adds)
  }

  @Test func aThousandSetsInOneTurnMakeOneBatchAndOneFrame() throws {
    let rig = Rig(plugins: [TickTests.shop])
    try rig.define(.make("checkout", "shop/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    _ = rig.workers[0].takeAsked()

    for number in 1...1_000 { try rig.set(["itemCount": .int(Int64(number))]) }
    try rig.settle()

    #expect(rig.workers[0].takeAsked() == [["checkout"]])
    #expect(client.lines.count == 1)
    #expect(client.title("checkout") == "Checkout int(1000)")
  }

  @Test func ofManyButtonsATickCostsOnlyTheReadersOfWhatChanged() throws {
    let rig = Rig()
    _ = try rig.engine.define(
      (0..<20_000).map { .make("b\($0)", "plain", selectedBy: "k\($0 % 200)") })
    try rig.settle()
    #expect(rig.engine.statistics.resolves == 20_000)
    try rig.set(["k7": .bool(true), "k8": .bool(true)])
    try rig.turn()
    #expect(rig.engine.statistics.resolves == 20_200)
    #expect(rig.engine.statistics.looks == 20_200)
  }

  @Test func whatIsWrittenAndTakenBackInOneTurnIsSeenByNobody() throws {
    let rig = Rig(plugins: [TickTests.shop])
    try rig.define(.make("checkout", "shop/style"), .make("s", selectedBy: "sel"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    let tick = rig.engine.tick

    try rig.set(["itemCount": .int(1), "sel": .bool(true)])
    try rig.update([("itemCount", .remove), ("sel", .remove)])
    try rig.settle()

    #expect(client.lines.isEmpty)
    #expect(rig.engine.tick == tick)
    #expect(rig.workers[0].takeAsked() == [["checkout"]], "only when it was defined")
    try rig.set(["itemCount": .int(2)])
    try rig.settle()
    #expect(client.title("checkout") == "Checkout int(2)", "the next real write is seen")
  }

  @Test func anAnswerBetweenAWriteAndItsUndoingShowsNothingOfIt() throws {
    let rig = Rig(plugins: [TickTests.shop])
    try rig.define(.make("checkout", "shop/style", selectedBy: "sel"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    let quiet = client.looks["checkout"]

    _ = rig.engine.setNeedsUpdateConfiguration(.everything)
    try rig.turn()
    try rig.set(["sel": .bool(true)])
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.update([("sel", .remove)])
    try rig.settle()
    #expect(client.looks["checkout"] == quiet)
  }

  @Test func aFrameRateHoldsTheNextTickBackAndLosesNothing() throws {
    var settings = EngineSettings()
    settings.maximumFrameRate = 10
    let rig = Rig(settings, plugins: [TickTests.shop])
    try rig.define(.make("checkout", "shop/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle(within: 1_000_000_000)
    _ = client.take()

    for number in 1...50 {
      try rig.set(["itemCount": .int(Int64(number))])
      try rig.settle()
      rig.now += 10_000_000
    }
    try rig.settle(within: 1_000_000_000)
    #expect((5...7).contains(client.lines.count), "\(client.lines.count) frames in half a second")
    #expect(client.title("checkout") == "Checkout int(50)")
  }

  @Test func nothingToDoIsNothingToWakeFor() throws {
    let rig = Rig(plugins: [TickTests.shop])
    try rig.define(.make("checkout", "shop/style"))
    try rig.settle()
    #expect(rig.engine.wakeTime == nil)
    #expect(rig.engine.unsettledCount == 0)
  }

  @Test func aRemovalIsPublishedWithTheRevisionItMade() throws {
    let rig = Rig()
    try rig.define(.make("a"), .make("b"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    #expect(rig.engine.remove(Match(patterns: ["a", "x"])) == ["a"])
    let revision = rig.engine.revision
    try rig.settle()
    #expect(client.lines.count == 1)
    #expect(client.lines.first?["params"]?["revision"]?.int == Int64(revision))
    #expect(Set(client.looks.keys) == ["b"])
  }
}
