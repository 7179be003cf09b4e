import ButtonModel
import Testing

@Suite struct StateValuesTests {
  private func text(_ text: String) -> PropertyValue { .text(UTF8String(text)) }

  private func attributed(_ text: String) -> PropertyValue {
    .attributedText(AttributedText(text: UTF8String(text), underline: true))
  }

  struct Get: Sendable {
    let asked: String
    let found: String?

    init(_ asked: String, _ found: String?) {
      self.asked = asked
      self.found = found
    }
  }

  @Test(arguments: [
    Get("normal", "N"), Get("highlighted", "H"), Get("selected", "N"), Get("disabled", "D"),
    Get("selected+highlighted", "S+H"), Get("disabled+selected", "N"), Get("focused", "N"),
    Get("focused+highlighted", "N"), Get("highlighted+disabled", "H"),
    Get("highlighted+disabled+selected", "S+H"), Get("highlighted+disabled+focused", "N"),
  ])
  func getLooksForTheExactStateThenForNormal(_ get: Get) throws {
    var values = StateValues()
    values.set(text("N"), of: .title, for: .normal)
    values.set(text("H"), of: .title, for: .highlighted)
    values.set(text("D"), of: .title, for: .disabled)
    values.set(text("S+H"), of: .title, for: [.selected, .highlighted])
    let state = try #require(ControlState(get.asked))
    #expect(values.value(of: .title, for: state) == get.found.map(text))
  }

  @Test func withoutAValueForNormalThereIsNoFallback() {
    var values = StateValues()
    values.set(text("H"), of: .title, for: .highlighted)
    #expect(values.value(of: .title, for: .normal) == nil)
    #expect(values.value(of: .title, for: [.selected, .highlighted]) == nil)
    #expect(values.value(of: .image, for: .highlighted) == nil)
  }

  @Test func highlightedAndDisabledIsStoredOnlyWhereItsKeyHasAValue() {
    var values = StateValues()
    let early = values.set(text("X"), of: .title, for: [.highlighted, .disabled])
    #expect(!early)
    #expect(values.entries.isEmpty)

    values.set(text("H"), of: .title, for: .highlighted)
    let late = values.set(text("X"), of: .title, for: [.highlighted, .disabled])
    #expect(late)
    #expect(values.value(of: .title, for: .highlighted) == text("X"))
    let other = values.set(text("Y"), of: .title, for: [.highlighted, .disabled, .selected])
    #expect(!other)
    #expect(values.entries.count == 1)
  }

  @Test func keysWithHighlightedAndDisabledAreAppliedLast() {
    var values = StateValues()
    values.apply([
      .init(property: .title, state: [.highlighted, .disabled], value: text("late")),
      .init(property: .title, state: .highlighted, value: text("early")),
    ])
    #expect(values.value(of: .title, for: .highlighted) == text("late"))
  }

  @Test func ofTitleAndAttributedTitleTogetherTheAttributedOneIsShown() {
    for order in [[0, 1], [1, 0]] {
      let changes: [StateValues.Change] = [
        .init(property: .title, state: .normal, value: text("plain")),
        .init(property: .attributedTitle, state: .normal, value: attributed("rich")),
      ]
      var values = StateValues()
      values.apply(order.map { changes[$0] })
      #expect(values.layer(for: .normal)[.attributedTitle] == attributed("rich"))
      #expect(values.layer(for: .normal)[.title] == nil)
    }
  }

  @Test func patchingTitleDropsTheAttributedTitleOfThatStateOnly() {
    var values = StateValues()
    values.set(attributed("n"), of: .attributedTitle, for: .normal)
    values.set(attributed("h"), of: .attributedTitle, for: .highlighted)
    values.apply([.init(property: .title, state: .highlighted, value: text("new"))])
    #expect(values.value(of: .attributedTitle, for: .normal) == attributed("n"))
    #expect(values.entries.count == 2)

    values.apply([.init(property: .title, state: .normal, value: text("plain"))])
    #expect(values.layer(for: .normal)[.title] == text("plain"))
    #expect(values.layer(for: .normal)[.attributedTitle] == nil)
  }

  @Test func settingNothingRemovesTheValue() {
    var values = StateValues()
    values.set(text("N"), of: .title, for: .normal)
    values.set(.color(.named(.systemRed)), of: .titleColor, for: .normal)
    values.set(nil, of: .title, for: .normal)
    #expect(values.entries.map(\.property) == [.titleColor])
  }

  @Test func entriesStayInOrderSoThatEqualValuesAreEqual() {
    let entries: [(Property, ControlState)] = [
      (.image, .normal), (.title, .selected), (.titleColor, .highlighted), (.title, .normal),
      (.title, [.selected, .highlighted]), (.image, .disabled),
    ]
    var forward = StateValues()
    var backward = StateValues()
    for (property, state) in entries { forward.set(text("x"), of: property, for: state) }
    for (property, state) in entries.reversed() {
      backward.set(text("x"), of: property, for: state)
    }
    #expect(forward == backward)
    #expect(
      forward.entries.map(\.property.rawValue).sorted() == forward.entries.map(\.property.rawValue))
  }
}
