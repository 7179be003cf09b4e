import TestSupport
import Testing

/// An engine whose machine loses power: what it had not synced is gone, also of what it had answered.
extension FleetProcessTests {
  /// When an engine syncs, and how many cuts there are.
  struct Mains: CustomTestStringConvertible {
    let sync: String
    let cuts: Int
    /// Whether it may lose what it has answered.
    var isForgetful: Bool { sync == "everysec" }
    var testDescription: String { sync }
  }

  @Test(arguments: [Mains(sync: "everysec", cuts: 5), Mains(sync: "always", cuts: 2)])
  func powerCutsOfTheEngineLoseNothing(_ mains: Mains) throws {
    let shop = try Shop(sync: mains.sync, on: LossyDisk())
    let (a, b) = (try Till(shop.engine), try Till(shop.engine))
    for till in [a, b] { try till.wait(for: "live") }
    let rounds = mains.cuts * scale
    var seed = Seed()
    var totals = ["stock.apple": 0, "stock.a": 0]
    func add(_ count: Int, _ till: Till, to key: String = "stock.apple") throws {
      try till.add(count, to: key)
      totals[key, default: 0] += count
    }
    var (bytes, lost, lossyRounds) = (0, 0, 0)
    for round in 1...rounds {
      if round.isMultiple(of: 3) { _ = try shop.server.connect().ask("BGREWRITEAOF") }
      try add(.random(in: 1...60, using: &seed), a)
      try add(10, b)
      try add(5, a, to: "stock.a")
      // The engine has answered these, and both daemons have seen all of them.
      for till in [b, a, b] { try till.sync() }
      let answered = try shop.revision()
      try add(3, a)
      bytes += try shop.cutPower()
      // Some may be back already.
      let missing = answered - (try shop.revision())
      lost += max(0, missing)
      lossyRounds += missing > 0 ? 1 : 0
      if !mains.isForgetful { #expect(missing <= 0) }
      try add(2, b)
    }
    for till in [b, a, b] { try till.sync() }
    for (key, total) in totals {
      #expect(try a.value(key) == total)
      #expect(try b.value(key) == total)
      #expect(try shop.value(key) == "\(total)")
    }
    let log = try ShopLog(shop)
    log.expectClean()
    // None was lost or doubled on the way either: each change found what the one before had left.
    for (key, total) in totals { #expect(log.values(of: key) == (1...total).map(String.init)) }
    let forks = try [a, b].map { try $0.status(of: "s")?["forks"]?.int ?? -1 }
    if mains.isForgetful {
      // Where one daemon made all that was lost, and was back first, it has made the same history again.
      if scale >= 20 { #expect(lossyRounds > 0 && forks.allSatisfy { $0 > lossyRounds / 2 }) }
    } else {
      #expect(forks == [0, 0])
    }
    print(
      "\(rounds) power cuts, \(mains.sync): \(bytes) bytes not synced; \(lost) changes that had been answered"
        + " gone in \(lossyRounds) cuts, \(forks) forks seen; \(log.entries.count) changes, each counts once"
    )
  }
}
