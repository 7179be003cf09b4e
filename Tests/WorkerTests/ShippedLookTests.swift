import ButtonModel
import TestSupport
import Testing

/// How buttons of the shipped plugins look: a case for each row of the tables.
@Suite(.serialized, .blocking) struct ShippedLookTests {
  /// One for all cases, which run one after the other: a look must not depend on the one before.
  nonisolated(unsafe) private static let rig = Lasting.made {
    let rig = try LookRig()
    for plugin in ["checkout", "outline", "press", "themed"] { try rig.start(plugin) }
    return rig
  }

  private static func table(_ name: String) -> [LookCase] {
    (try? LookCase.table(name)) ?? []
  }

  @Test(arguments: table("outline")) func outlined(row: LookCase) throws { try check(row) }

  @Test(arguments: table("press")) func pressed(row: LookCase) throws { try check(row) }

  @Test(arguments: table("checkout")) func titledByAHandler(row: LookCase) throws {
    try check(row)
  }

  @Test(arguments: table("themed")) func themed(row: LookCase) throws {
    let look = try check(row).appearance
    let ratio = look.titleContrastRatio(on: ResolvedColor(rgba: 0xFFFF_FFFF))
    #expect(try abs(ratio - #require(row.contrast)) <= 0.005)
    #expect((ratio >= look.minimumTitleContrast) == row.isReadable)
  }

  @Test(arguments: table("themed-states")) func themedInEveryState(row: LookCase) throws {
    try check(row)
  }

  @Test func theTablesAreWhole() throws {
    let counts = [
      "outline": 130, "press": 200, "checkout": 130, "themed": 7 * 4 * 3 * 2,
      "themed-states": 300,
    ]
    for (name, count) in counts {
      let rows = try LookCase.table(name)
      #expect(rows.count >= count, "\(name)")
      #expect(Set(rows.map(\.row)).count == rows.count, "\(name) has a row twice")
    }
    let unreadable = try LookCase.table("themed").count { $0.isReadable == false }
    print("\(unreadable) of 168 themed buttons are hard to read on white")
  }

  @discardableResult
  private func check(_ row: LookCase) throws -> LookRig.Look {
    let look = try Self.rig.get().look(row)
    #expect(row.mismatch(look.json) == nil)
    #expect(try look.onPress == transaction(row.onPress, row))
    #expect(try look.onRelease == transaction(row.onRelease, row))
    return look
  }

  private func transaction(_ text: String?, _ row: LookCase) throws -> Transaction? {
    guard let text else { return nil }
    var transaction = try Transaction(text)
    transaction.animatesContent = row.animatesContent
    return transaction
  }
}
