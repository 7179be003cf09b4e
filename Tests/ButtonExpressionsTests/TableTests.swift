import ButtonExpressions
import ButtonModel
import TestSupport
import Testing

/// The tables of `Fixtures/*.jsonl`: what comes of an expression in a state, worked out by hand.
///
/// A row has `cel` or `template`, perhaps `state` and `lost`, and either `is` or `fails` with a code,
/// and perhaps `says` and `at`, a line and a column.
@Suite struct TableTests {
  static let rows: [Fixture.Line] = (try? allRows()) ?? []

  private static func allRows() throws -> [Fixture.Line] {
    let folder = "ButtonExpressionsTests/Fixtures/Tables"
    return try Fixture.names(in: folder, endingIn: ".jsonl").flatMap {
      try Fixture("\(folder)/\($0)").lines
    }
  }

  @Test func theTablesAreThere() {
    #expect(Self.rows.count > 300)
  }

  @Test(arguments: rows)
  func anExpressionDoesWhatItsRowSays(_ row: Fixture.Line) throws {
    let expression = try #require((row.value["cel"] ?? row.value["template"])?.string)
    var state: [UTF8String: StateValue] = [:]
    if case .object(let members)? = row.value["state"] {
      for member in members {
        state[UTF8String(member.name)] = try StateValue(parsing: member.value.text)
      }
    }
    let lost = Set((row.value["lost"]?.elements ?? []).compactMap(\.string).map { UTF8String($0) })
    let found = outcome(
      expression, state, lost: lost, isTemplate: row.value["template"] != nil)
    if let value = row.value["is"] {
      #expect(found == .value(try StateValue(parsing: value.text)), "\(expression)")
      return
    }
    guard case .error(let error) = found else {
      Issue.record("\(expression) does not fail: \(found)")
      return
    }
    #expect(error.code.rawValue == row.value["fails"]?.string, "\(expression): \(error)")
    if let words = row.value["says"]?.string { #expect(error.message == words, "\(expression)") }
    if let place = row.value["at"]?.elements.compactMap(\.int) {
      #expect([error.line, error.column] == place, "\(expression): \(error)")
    }
  }
}
