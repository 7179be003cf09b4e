import TestSupport
import Testing

/// The specified behaviour, row by row, against one live daemon from the installed layout.
///
/// `BUTTOND_TEST_PREFIX` names the layout; scripts/test makes it.
@Suite(.serialized, .blocking, .liveDaemon) struct ConformanceTests {
  static let files = Result { try CaseFile.names().map { try CaseFile($0) } }

  static var cases: [ConformanceCase] { (try? files.get())?.flatMap(\.cases) ?? [] }

  @Test(arguments: cases) func theRowHolds(_ row: ConformanceCase) throws {
    if let difference = try CasePlayer.play(row) { Issue.record("\(difference)") }
  }

  @Test func everyNumberedRowHasACase() throws {
    let cases = try Self.files.get().flatMap(\.cases)
    // Seven types, each in four displays and three sizes, of full width or not.
    #expect(cases.count { $0.file == "6-themed" } == 7 * 4 * 3 * 2)
    let rows = Set(cases.map(\.row))
    for (letter, count) in [("P", 17), ("O", 3), ("G", 12), ("A", 7), ("N", 8), ("U", 16)] {
      for row in (1...count).map({ "\(letter)\($0)" }) {
        #expect(rows.contains { $0 == row || $0.hasPrefix("\(row) ") }, "\(row) has no case")
      }
    }
  }

  /// Prints what was covered: `P: 53 cases of 17 rows`.
  @Test func everyFileHasCases() throws {
    let files = try Self.files.get()
    #expect(!files.isEmpty)
    for file in files {
      let rows = Set(file.cases.map(\.row)).count
      print("conformance \(file.name): \(file.cases.count) cases of \(rows) rows")
      #expect(!file.cases.isEmpty, "\(file.name)")
    }
    print("conformance: \(files.reduce(0) { $0 + $1.cases.count }) cases")
  }
}
