import ButtonModel
import Testing

@Suite struct PropertyListTests {
  private let rich = AttributedText(text: "rich", color: .named(.systemRed))

  @Test func valuesAndEntriesStaySmall() {
    #expect(MemoryLayout<PropertyValue>.size <= 16)
    #expect(MemoryLayout<PropertyValue?>.stride <= 16)
    #expect(MemoryLayout<PropertyList.Entry>.stride <= 16)
  }

  @Test func theUpperListHoldsWhereBothSetAProperty() {
    var list = PropertyList([
      .init(property: .titlePadding, value: .number(1)),
      .init(property: .imagePadding, value: .number(2)),
    ])
    list.overlay(
      PropertyList([
        .init(property: .imagePadding, value: .number(3)),
        .init(property: .scale, value: .number(4)),
      ]))
    #expect(list.entries.map(\.property) == [.titlePadding, .imagePadding, .scale])
    #expect(list.entries.map(\.value) == [.number(1), .number(3), .number(4)])
  }

  @Test func entriesAreInOrderHoweverTheyCame() {
    var generator = SystemRandomNumberGenerator()
    let entries = Property.allCases.map {
      PropertyList.Entry(property: $0, value: .number(Double($0.rawValue)))
    }
    let list = PropertyList(entries.shuffled(using: &generator))
    #expect(list.entries == entries)
  }

  @Test func aTitleAboveDropsTheAttributedTitleBelow() {
    var list = PropertyList([.init(property: .attributedTitle, value: .attributedText(rich))])
    list.overlay(PropertyList([.init(property: .title, value: .text("plain"))]))
    #expect(list.entries.map(\.property) == [.title])
    list.overlay(
      PropertyList([.init(property: .attributedTitle, value: .attributedText(rich))]))
    #expect(list.entries.map(\.property) == [.attributedTitle])
  }

  @Test func eachFormDropsTheOthersHoweverItIsSet() {
    let families: [[Property]] = [
      [.title, .attributedTitle, .titleRuns], [.subtitle, .attributedSubtitle],
      [.titleTextStyle, .titleFontSize], [.subtitleTextStyle, .subtitleFontSize],
      [.buttonSize, .controlSize], [.cornerStyle, .borderShape],
    ]
    for family in families {
      for (index, property) in family.enumerated() {
        #expect(property.otherForms == PropertySet(family.filter { $0 != property }))
        #expect(property.strongerForms == PropertySet(family.dropFirst(index + 1)))
        var assigned = PropertyList(family.map { .init(property: $0, value: .bool(true)) })
        var overlaid = assigned
        assigned.assign(.bool(false), to: property)
        overlaid.overlay(PropertyList([.init(property: property, value: .bool(false))]))
        #expect(assigned == PropertyList([.init(property: property, value: .bool(false))]))
        #expect(overlaid == assigned)
      }
    }
    let single = Set(Property.allCases).subtracting(families.joined())
      .subtracting([.foregroundColor])
    for property in single { #expect(property.otherForms.isEmpty, "\(property)") }
    #expect(Property.foregroundColor.otherForms == PropertySet([.titleColor]))
  }

  @Test func titleAndAttributedTitleMirrorEachOthersString() {
    var configuration = ButtonConfiguration()
    configuration.attributedTitle = rich
    #expect(configuration.title == "rich")
    configuration.title = "plain"
    #expect(configuration.attributedTitle == AttributedText(text: "plain"))
    #expect(configuration.properties[.attributedTitle] == nil)
    #expect(configuration.title == "plain")
    configuration.attributedTitle = nil
    #expect(configuration.title == nil)

    configuration.attributedSubtitle = rich
    #expect(configuration.subtitle == "rich")
    configuration.subtitle = nil
    #expect(configuration.attributedSubtitle == nil)
  }

  @Test func aSetHoldsEveryPropertyAndGivesThemBackInOrder() {
    var set = PropertySet(Property.allCases)
    #expect(Property.allCases.allSatisfy { set.contains($0) })
    set.remove(.title)
    #expect(!set.contains(.title))
    set.insert(.title)
    var indices: [Int] = []
    while let index = set.popFirstIndex() { indices.append(index) }
    #expect(indices == Property.allCases.map { Int($0.rawValue) })
    #expect(set.isEmpty)
  }
}
