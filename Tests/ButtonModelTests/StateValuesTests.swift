import ButtonModel
import Testing

@Suite struct StateValuesTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let claim: String
    /// Requests one after the other: property, state, value.
    let sets: [[String: [String: String?]]]
    /// What `value(of:for:)` then gives.
    let gets: [String: [String: String?]]
    /// The title that a state then shows.
    let shows: [String: String]?
    var testDescription: String { claim }
  }

  @Test(arguments: try Table.rows("state-values", as: Row.self))
  func valuesForStatesFollowTheRulesOfTheOlderSetters(_ row: Row) throws {
    var values = StateValues()
    var bindings = Bindings()
    for request in row.sets {
      var changes: [StateValues.Change] = []
      for (name, states) in request {
        let property = try #require(PropertyRegistry.property(named: name))
        for (state, value) in states {
          changes.append(
            StateValues.Change(
              property: property, state: try #require(ControlState(state)),
              value: try value.map { try StateValuesTests.value($0, of: property) }))
        }
      }
      values.apply(changes, &bindings)
    }
    for (name, states) in row.gets {
      let property = try #require(PropertyRegistry.property(named: name))
      for (state, value) in states {
        let found = values.value(of: property, for: try #require(ControlState(state)))
        let expected = try value.map { try StateValuesTests.value($0, of: property) }
        #expect(found == expected, "\(name) for \(state)")
      }
    }
    for (state, title) in row.shows ?? [:] {
      let layer = values.layer(for: try #require(ControlState(state)))
      let shown =
        layer.textRuns(.titleRuns).map { "runs \(TextRun.joined($0))" }
        ?? layer.attributedText(.attributedTitle).map { "attributed \($0.text)" }
        ?? layer.text(.title)?.string
      #expect(shown == title, "\(state)")
      #expect(layer[.title] == nil || layer[.attributedTitle] == nil)
      #expect(layer[.titleRuns] == nil || layer[.title] ?? layer[.attributedTitle] == nil)
    }
  }

  private static func value(_ text: String, of property: Property) throws -> PropertyValue {
    property == .attributedTitle
      ? .attributedText(AttributedText(text: UTF8String(text), underline: true))
      : try property.value(text)
  }

  @Test func settingSaysWhetherAnythingWasStored() {
    var values = StateValues()
    let early = values.set(.text("X"), of: .title, for: [.highlighted, .disabled])
    #expect(!early)
    #expect(values.entries.isEmpty)
    let other = values.set(.text("H"), of: .title, for: .highlighted)
    #expect(other)
    let late = values.set(.text("X"), of: .title, for: [.highlighted, .disabled])
    #expect(late)
  }

  @Test func entriesStayInOrderSoThatEqualValuesAreEqual() {
    let entries: [(Property, ControlState)] = [
      (.image, .normal), (.title, .selected), (.titleColor, .highlighted), (.title, .normal),
      (.title, [.selected, .highlighted]), (.image, .disabled),
    ]
    var forward = StateValues()
    var backward = StateValues()
    for (property, state) in entries { forward.set(.text("x"), of: property, for: state) }
    for (property, state) in entries.reversed() {
      backward.set(.text("x"), of: property, for: state)
    }
    #expect(forward == backward)
    #expect(
      forward.entries.map(\.property.rawValue).sorted() == forward.entries.map(\.property.rawValue))
  }
}
