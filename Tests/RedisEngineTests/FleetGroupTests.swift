import Glibc
import RESP
import TestSupport
import Testing

/// Groups of subscribers over several daemons: each action is done once, whoever hangs or dies.
@Suite(
  .blocking, .enabled(if: RedisServer.isInstalled, "scripts/setup --tests installs redis-tools"),
  .serialized, .sharing)
struct FleetGroupTests {
  /// More with BUTTOND_TEST_SCALE.
  private let scale = getenv("BUTTOND_TEST_SCALE").flatMap { Int(String(cString: $0)) } ?? 1

  private static let order =
    #"{"buttons":[{"id":"till.order","style":"filled","action":{"name":"order"}}]}"#

  @Test func aGroupGetsWhatWasPerformedBeforeIt() throws {
    let (shop, a, b) = try Shared.tills()
    _ = try a.client.call("buttons.define", Self.order)
    for _ in 0..<3 { _ = try a.client.call("buttons.trigger", #"{"id":"till.order"}"#) }
    let cook = try b.daemon.connect()
    let name =
      try cook.call("actions.subscribe", #"{"group":"kitchen"}"#)["subscription"]?.string ?? ""
    for _ in 0..<3 {
      let delivery = try cook.nextNotification("action.triggered")["delivery"]?.string ?? ""
      let answer = try cook.call(
        "actions.done", #"{"subscription":"\#(name)","delivery":"\#(delivery)"}"#)
      #expect(answer["outcome"]?.string == "done")
    }
    // What all groups have done is gone.
    #expect(try shop.server.connect().ask("XLEN", "btn:{s}:a") == .integer(0))
  }

  @Test func aSubscriberToTheFleetSeesAnotherDaemonsPress() throws {
    let (_, a, b) = try Shared.tills()
    _ = try a.client.call("buttons.define", Self.order)
    let other = try b.daemon.connect()
    _ = try other.call("actions.subscribe", #"{"fleet":true,"match":["till.*"]}"#)
    // From now on: one more that is certainly behind the beginning.
    var told: JSONTree?
    try wait(for: "a press") {
      try a.client.call("buttons.trigger", #"{"id":"till.order"}"#)
      told = try other.notificationsSoFar().first
      return told != nil
    }
    #expect(told?["method"]?.string == "action.triggered")
    #expect(told?["params"]?["name"]?.string == "order")
    #expect(told?["params"]?["scope"]?.string == "s")
  }

  /// Three seconds, which the first subscriber has for each of its orders.
  @Test(arguments: [true, false])
  func ordersThatOneDoesNotDoGoToAnotherDaemonTogether(hangs: Bool) throws {
    let (_, a, b) = try Shared.tills()
    // A button for itself: a new group also gets what the other tests performed before it.
    let group = hangs ? "hung" : "dead"
    let id = "till.\(group)"
    let button = #"{"id":"\#(id)","style":"filled","action":{"name":"order"}}"#
    _ = try a.client.call("buttons.define", #"{"buttons":[\#(button)]}"#)
    let subscription = #"{"group":"\#(group)","match":["\#(id)"],"claimAfterMs":3000}"#
    let first = try a.daemon.connect()
    _ = try first.call("actions.subscribe", subscription)
    for _ in 0..<7 {
      _ = try a.client.call("buttons.trigger", #"{"id":"\#(id)"}"#)
      _ = try first.nextNotification("action.triggered")
    }
    if !hangs { first.close() }
    let second = try b.daemon.connect()
    let name = try second.call("actions.subscribe", subscription)["subscription"]?.string ?? ""
    // The first of them would be another's again, did the last come three seconds later.
    let deliveries = try (0..<7).map { _ in
      let action = try second.nextNotification("action.triggered")
      #expect(action["redelivered"] == .bool(true))
      return action["delivery"]?.string ?? ""
    }
    for delivery in deliveries {
      let answer = try second.call(
        "actions.done", #"{"subscription":"\#(name)","delivery":"\#(delivery)"}"#)
      #expect(answer["outcome"]?.string == "done")
    }
  }

  @Test func eachActionIsDoneOnceWhoeverHangsOrDies() throws {
    let shop = try Shop()
    let count = 60 * scale
    let presses = try Till(shop.engine)
    try presses.wait(for: "live")
    _ = try presses.client.call("buttons.define", Self.order)
    var random = Seed()
    let consumers = try (0..<3).map { _ in try Consumer(Till(shop.engine)) }
    for _ in 0..<count { _ = try presses.client.call("buttons.trigger", #"{"id":"till.order"}"#) }
    try wait(for: "the last action", by: Deadline(seconds: 120 + 5 * Double(count))) {
      for consumer in consumers { try consumer.work(&random) }
      return try presses.synced("stock.done") ?? 0 >= count
    }
    #expect(try presses.synced("stock.done") == count)
    // No action more than once: each effect has a key for itself.
    let effects = try presses.client.call("state.get", #"{"under":"stock.order"}"#)["values"]
    let once = (1...count).filter { effects?["stock.order.n\($0)"] == .int(1) }
    #expect(once.count == count)
    for consumer in consumers { try consumer.finishLate() }
    #expect(try presses.synced("stock.done") == count)
    print(
      "\(count) done; \(consumers.map(\.redelivered).reduce(0, +)) redelivered, "
        + "\(consumers.map(\.lost).reduce(0, +)) too late, "
        + "\(consumers.map(\.deaths).reduce(0, +)) deaths")
  }
}

/// A subscriber of the group `kitchen`: it works, hangs over some deliveries and dies now and then.
private final class Consumer {
  private let till: Till
  private var client: TestClient
  private var name = ""
  /// Deliveries that it keeps for too long.
  private var kept: [String] = []
  private(set) var redelivered = 0
  private(set) var lost = 0
  private(set) var deaths = 0

  init(_ till: Till) throws {
    self.till = till
    try till.wait(for: "live")
    client = try till.daemon.connect()
    try subscribe()
  }

  private func subscribe() throws {
    let params = #"{"group":"kitchen","claimAfterMs":1000}"#
    name = try client.call("actions.subscribe", params)["subscription"]?.string ?? ""
  }

  func work(_ random: inout some RandomNumberGenerator) throws {
    for message in try client.notificationsSoFar() {
      guard let delivery = message["params"]?["delivery"]?.string else { continue }
      if message["params"]?["redelivered"] != nil { redelivered += 1 }
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: kept.append(delivery)
      case 2: return try die(hard: Bool.random(using: &random))
      default: try finish(delivery)
      }
    }
  }

  private func finish(_ delivery: String) throws {
    let number = delivery.split(separator: ":").last ?? ""
    let operations =
      #"[{"op":"increment","key":"stock.done","by":1},"#
      + #"{"op":"increment","key":"stock.order.n\#(number)","by":1}]"#
    do {
      let answer = try client.call(
        "actions.done",
        #"{"subscription":"\#(name)","delivery":"\#(delivery)","operations":\#(operations)}"#)
      if answer["outcome"]?.string == "lost" { lost += 1 }
    } catch is TestClient.Refused {
      // Out of reach for the moment: it comes again.
    }
  }

  private func die(hard: Bool) throws {
    deaths += 1
    kept = []
    if hard {
      try till.killDaemon()
      try till.wait(for: "live")
    }
    client = try till.daemon.connect()
    try subscribe()
  }

  /// Ends what it has kept for too long.
  func finishLate() throws {
    for delivery in kept { try finish(delivery) }
  }
}
