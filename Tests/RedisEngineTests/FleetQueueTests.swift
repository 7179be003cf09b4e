import Glibc
import TestSupport
import Testing

/// A daemon that is offline for long: what it accepts is bounded, kept in order, and sent at once later.
extension FleetProcessTests {
  @Test func aFullQueueRefusesMoreAndIsSentInItsOrder() throws {
    // What the limit is unless something is said.
    let most = scale >= 20 ? 10_000 : 1_000
    let scope = "keys: [stock, order, sign], offline: {stock: count, order: count, sign: overwrite}"
    let shop = try Shop()
    let a = try Till(shop.engine, scope: scope, settings: "limits: {fleetQueue: \(most)}")
    let b = try Till(shop.engine, scope: scope)
    for till in [a, b] { try till.wait(for: "live") }
    // A daemon that has changed nothing asks how far the log is where it reads it, behind a wait of 5 s.
    try b.add(1, to: "stock.pear")
    try b.sync()
    try a.killLink()
    try a.wait(for: "offline")
    let changes = (0..<most).map(Change.init)
    for start in stride(from: 0, to: most, by: 100) {
      let batch = changes[start..<min(start + 100, most)]
      let answers = try a.client.call(
        together: batch.map { ("state.update", #"{"operations":[\#($0.operation)]}"#) })
      for answer in answers {
        #expect(answer["result"]?["fleet"]?["pending"] == .bool(true), "\(answer.text)")
      }
    }
    #expect(try a.value("fleet.s.queued") == most)
    for change in (most..<most + 3).map(Change.init) {
      let refusal = try a.client.refusal(
        of: "state.update", #"{"operations":[\#(change.operation)]}"#)
      #expect(refusal.reason == "limitExceeded")
      #expect(refusal.error["data"]?["limit"]?.string == "fleetQueue")
      #expect(refusal.error["data"]?["value"]?.int == most)
    }
    // What is this daemon's alone is not bounded by it, and the queue outlives the daemon.
    try a.client.call("state.set", #"{"values":{"local":1}}"#)
    try a.killDaemon()
    #expect(try a.value("fleet.s.queued") == most)
    var start = now
    try a.startLink()
    try a.wait(for: "live")
    let back = now - start
    start = now
    try a.sync()
    let sent = now - start
    #expect(try a.value("fleet.s.queued") == 0)
    try b.sync()
    #expect(try a.rejections() == [])
    let log = try ShopLog(shop)
    log.expectClean()
    let sentLate = log.entries.dropFirst().compactMap(\.values.first)
    #expect(sentLate.map(\.key) == changes.map(\.key))
    #expect(sentLate.map { Change.last(of: $0.value) } == changes.map(\.end))
    let values = try shop.values()
    #expect(values["stock.apple"] == "\((most + 2) / 3)")
    for till in [a, b] {
      let shown = try till.values().filter { values[$0.key] != nil }
      #expect(shown == values)
    }
    #expect(try a.value("local") == 1)
    print("\(most) changes waited; live \(back) s after the link's start, all sent \(sent) s later")
    if scale >= 20 { #expect(back + sent <= 5) }
  }

  /// One of many changes that can be told apart, and from which one sees when it was made.
  private struct Change {
    let key: String
    let operation: String
    /// The number with which the value of the key ends after it.
    let end: Int

    init(_ index: Int) {
      switch index % 3 {
      case 0:
        key = "stock.apple"
        operation = #"{"op":"increment","key":"stock.apple","by":1}"#
        end = index / 3 + 1
      case 1:
        // A list that is not too long for one value.
        key = "order.list\(index / 500)"
        operation = #"{"op":"append","key":"\#(key)","value":\#(index)}"#
        end = index
      default:
        key = "sign.n\(index)"
        operation = #"{"op":"set","key":"\#(key)","value":\#(index)}"#
        end = index
      }
    }

    static func last(of value: String) -> Int? {
      value.split { !$0.isNumber }.last.flatMap { Int($0) }
    }
  }
}
