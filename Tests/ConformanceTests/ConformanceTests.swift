import TestSupport
import Testing

/// The specification's tables, row by row, against one live daemon from the installed layout.
///
/// `BUTTOND_TEST_PREFIX` names the layout; scripts/test makes it.
@Suite(.serialized, .liveDaemon) struct ConformanceTests {
  static let files = Result { try CaseFile.names().map { try CaseFile($0) } }

  static var cases: [ConformanceCase] { (try? files.get())?.flatMap(\.cases) ?? [] }

  @Test(arguments: cases) func theRowHolds(_ row: ConformanceCase) throws {
    if let difference = try Player.play(row) { Issue.record("\(difference)") }
  }

  @Test func thereAreCasesAndThisManyOfEachSection() throws {
    let files = try Self.files.get()
    #expect(!files.isEmpty)
    let counts = files.map { "\($0.name): \($0.cases.count)" }
    print("conformance cases: \(counts.joined(separator: ", "))")
  }
}
