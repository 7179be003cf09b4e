import ButtonModel
import Testing

@Suite struct ControlStateNameTests {
  @Test(
    arguments: [
      ("normal", []), ("highlighted", .highlighted), ("disabled", .disabled),
      ("selected", .selected), ("focused", .focused),
      ("selected+highlighted", [.selected, .highlighted]),
      ("highlighted+selected", [.selected, .highlighted]),
      (
        "focused+selected+disabled+highlighted", [.highlighted, .disabled, .selected, .focused]
      ),
    ] as [(String, ControlState)])
  func bitsAreJoinedInAnyOrder(_ name: String, _ state: ControlState) {
    #expect(ControlState(name) == state)
  }

  @Test(arguments: [
    "", "Normal", "normal+highlighted", "highlighted+normal", "normal+normal",
    "selected+selected", "highlighted+selected+highlighted", "selected+", "+selected",
    "selected++highlighted", "pressed", "selected,highlighted", "selected highlighted",
  ])
  func badNamesAreRefused(_ name: String) {
    #expect(ControlState(name) == nil)
  }

  @Test func everyStateReadsBackFromItsName() {
    for rawValue in 0..<16 as Range<UInt32> {
      let state = ControlState(rawValue: rawValue)
      #expect(ControlState(state.name) == state)
    }
    #expect(ControlState([.selected, .highlighted]).name == "highlighted+selected")
  }
}
