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
  @Test func whatTheValuesLackIsSentAgain() throws {
    let rig = ScopeRig()
    rig.connect()
    increment(rig, 3)
    let place = try #require(rig.link.cursor)
    let kept = values(rig)
    increment(rig, 4)
    rig.cut()
    increment(rig, 2)
    rig.engine = rig.engine.restored(at: place, kept)
    rig.connect()
    #expect(rig.fleet("stock.a") == "9" && rig.shown["stock.a"] == .int(9))
    #expect(rig.link.phase == .live && rig.rejections.isEmpty)
  }
}
