import ButtonModel
import Testing

@Suite struct ControlStateNameTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let name: String
    /// Nil is not a state.
    let rawValue: UInt32?
    var testDescription: String { name }
  }

  @Test(arguments: try Table.rows("states", as: Row.self))
  func bitsAreJoinedInAnyOrderEachAtMostOnce(_ row: Row) {
    #expect(ControlState(row.name)?.rawValue == row.rawValue)
  }

  @Test func everyStateReadsBackFromItsName() {
    for rawValue in 0..<16 as Range<UInt32> {
      let state = ControlState(rawValue: rawValue)
      #expect(ControlState(state.name) == state)
    }
    #expect(ControlState([.selected, .highlighted]).name == "highlighted+selected")
  }
}
