import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// Daemons whose configurations share different prefixes of one scope, as while one is rolled out.
@Suite struct ForeignKeyTests {
  private func rig(_ keys: UTF8String..., definitions: UTF8String...) -> ScopeRig {
    ScopeRig(
      ScopeSettings(
        name: "shop", keys: keys.map { .init($0) }, definitions: definitions.map { .init($0) }))
  }

  @Test func keysOfOtherPrefixesArePassedOver() {
    let rig = rig("open")
    rig.other("price.a", .set(.int(1)))
    rig.connect()
    rig.other("price.b", .set(.int(1)))
    rig.other("!menu.a", .set(.json("{}")))
    rig.other("opens", .set(.int(1)))
    rig.other("open.a", .set(.int(2)))
    rig.run()
    #expect(rig.link.phase == .live && rig.link.cursor == rig.engine.head)
    #expect(rig.shown == ["open.a": .int(2)])
    #expect(rig.link.foreignKeys.count == 4 && rig.link.foreignKeys.last == "opens")
    rig.change("open.a", .increment(by: .int(1)))
    rig.run()
    #expect(rig.fleet("open.a") == "3")
  }

  /// The log is behind it: only a snapshot has what it passed over.
  @Test(arguments: [true, false]) func aNewPrefixBringsWhatWasPassedOver(isKey: Bool) {
    let narrow = rig("open")
    narrow.connect()
    narrow.other(isKey ? "price.a" : "!menu.a", .set(.json("{}")))
    narrow.other("open.a", .set(.int(1)))
    narrow.run()
    #expect(narrow.link.cursor?.revision == 2)
    let wide = isKey ? rig("open", "price") : rig("open", definitions: "menu")
    wide.engine = narrow.engine
    wide.take(narrow.record, life: Life(rawValue: 9))
    wide.connect()
    #expect(wide.shown[isKey ? "price.a" : "!menu.a"] == .json("{}"))
    #expect(wide.link.phase == .live && wide.link.forks == 0)
    // Once: the next start goes on from the log.
    wide.kill()
    wide.other("open.a", .set(.int(5)))
    let sets = wide.changeSets.count
    wide.connect()
    #expect(wide.shown["open.a"] == .int(5))
    #expect(wide.changeSets.dropFirst(sets).allSatisfy { !$0.replacesAll })
  }
}
