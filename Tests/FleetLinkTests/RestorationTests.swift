import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// An engine that lost all, and got back the values of one daemon: it has no numbers of requests.
@Suite struct RestorationTests {
  private func increment(_ rig: ScopeRig, _ count: Int) {
    for _ in 0..<count {
      rig.change("stock.a", .increment(by: .int(1)))
      rig.run()
    }
  }

  /// What the engine has now, as a backup.
  private func values(_ rig: ScopeRig) -> [UTF8String: UTF8String] {
    rig.engine.fields.compactMapValues(\.value)
  }

  /// Three changes are in the values, two came behind the loss; be it that the daemon was started again.
  @Test(arguments: [false, true])
  func whatTheValuesHaveIsNotSentAgain(isKilled: Bool) throws {
    let rig = ScopeRig()
    rig.connect()
    increment(rig, 3)
    let place = try #require(rig.link.cursor)
    let kept = values(rig)
    rig.cut()
    increment(rig, 2)
    if isKilled { rig.kill() }
    rig.engine = rig.engine.restored(at: place, kept)
    rig.connect()
    #expect(rig.link.phase == .live && rig.link.queuedChanges == 0)
    #expect(rig.fleet("stock.a") == "5" && rig.shown["stock.a"] == .int(5))
    #expect(rig.rejections.isEmpty && rig.link.forks == 0)
    // From here on all is as ever.
    rig.cut()
    increment(rig, 1)
    rig.connect()
    #expect(rig.fleet("stock.a") == "6" && rig.shown["stock.a"] == .int(6))
  }

  /// The values are of a daemon that had not come as far as this one.
  @Test(arguments: [false, true])
  func whatTheValuesLackIsSentAgain(isKilled: Bool) throws {
    let rig = ScopeRig()
    rig.connect()
    increment(rig, 3)
    let place = try #require(rig.link.cursor)
    let kept = values(rig)
    increment(rig, 4)
    rig.cut()
    increment(rig, 2)
    if isKilled { rig.kill() }
    rig.engine = rig.engine.restored(at: place, kept)
    rig.connect()
    #expect(rig.fleet("stock.a") == "9" && rig.shown["stock.a"] == .int(9))
    #expect(rig.link.phase == .live && rig.rejections.isEmpty)
  }

  /// The log begins with the revision that it had come to, and does not say whether that is the same.
  @Test(arguments: [0, 1]) func whoWasOneRevisionFurtherIsNotCountedTwice(others: Int) throws {
    let rig = ScopeRig()
    rig.connect()
    increment(rig, 3)
    let place = try #require(rig.link.cursor)
    let kept = values(rig)
    increment(rig, 1)
    rig.cut()
    rig.engine = rig.engine.restored(at: place, kept)
    for _ in 0..<others { rig.other("stock.a", .increment(by: .int(1))) }
    rig.connect()
    #expect(rig.fleet("stock.a") == "\(4 + others)")
    #expect(rig.link.phase == .live && rig.rejections.isEmpty)
    // It has joined since.
    rig.cut()
    rig.other("stock.a", .increment(by: .int(1)))
    increment(rig, 1)
    rig.connect()
    #expect(rig.fleet("stock.a") == "\(6 + others)")
    #expect(rig.shown["stock.a"] == .int(Int64(6 + others)) && rig.rejections.isEmpty)
  }
}
