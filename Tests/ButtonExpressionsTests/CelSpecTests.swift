import ButtonExpressions
import ButtonModel
import TestSupport
import Testing

/// The tests of cel-spec that fall into the language: `Fixtures/CelSpec/README.md` says where they are
/// from, and `left-out.tsv` why the others are not there.
@Suite struct CelSpecTests {
  static let rows: [Fixture.Line] =
    (try? Fixture("ButtonExpressionsTests/Fixtures/CelSpec/cases.jsonl").lines) ?? []

  @Test func theCasesAreThere() {
    #expect(Self.rows.count > 500)
  }

  @Test(arguments: rows)
  func anExpressionDoesWhatCelSpecSays(_ row: Fixture.Line) throws {
    let expression = try #require(row.value["cel"]?.string)
    var state: [UTF8String: StateValue] = [:]
    if case .object(let members)? = row.value["state"] {
      for member in members {
        state[UTF8String(member.name)] = try StateValue(parsing: member.value.text)
      }
    }
    let found = outcome(expression, state)
    if let value = row.value["is"] {
      #expect(found == .value(try StateValue(parsing: value.text)), "\(expression)")
    } else {
      #expect(found.code != nil, "\(expression)")
    }
  }
}
