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

  @Test func aPatchRemovesBeforeItSets() {
    var list = PropertyList([
      .init(property: .attributedTitle, value: .attributedText(rich)),
      .init(property: .image, value: .text("cart")),
    ])
    list.merge(
      removing: PropertySet([.attributedTitle, .image]),
      setting: PropertyList([.init(property: .title, value: .text("plain"))]))
    #expect(list == PropertyList([.init(property: .title, value: .text("plain"))]))
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
