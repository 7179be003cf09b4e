import ButtonModel
import Foundation
import TestSupport
import Testing

@Suite struct PropertyRegistryTests {
  @Test func thePublishedFileAndTheTableAgree() throws {
    try PublishedTable.compare(PublishedRegistry.text, "properties.json")
  }

  @Test func thePublishedFileIsJSONWithOneEntryForEachProperty() throws {
    let data = try Data(contentsOf: URL(filePath: Products.source("Config/properties.json")))
    let file = try JSONDecoder().decode(PublishedFile.self, from: data)
    #expect(file.revision == PropertyRegistry.revision)
    #expect(file.properties.map(\.name) == PropertyRegistry.rows.map { "\($0.name)" })
    #expect(file.properties.map(\.type) == PropertyRegistry.rows.map(\.kind.plain.rawValue))
    #expect(
      file.properties.map(\.documentation) == PropertyRegistry.rows.map { "\($0.documentation)" })
  }

  @Test(arguments: PropertyRegistry.rows)
  func everyPropertyIsFoundByItsName(_ row: PropertyRow) {
    #expect(PropertyRegistry.property(named: "\(row.name)") == row.property)
    #expect(row.property.row.property == row.property)
    #expect(!row.setters.isEmpty)
    #expect(row.since <= PropertyRegistry.revision)
  }

  @Test(arguments: ["", "titel", "Title", "title ", "background", "contentInsets", "background."])
  func otherNamesAreUnknown(_ name: String) {
    #expect(PropertyRegistry.property(named: name) == nil)
  }

  struct Row: Decodable, CustomTestStringConvertible {
    let name: String
    let type: String
    let `default`: Value?
    let choices: [String]?
    let settableBy: [String]
    var testDescription: String { name }

    /// What holds when nobody sets a property.
    enum Value: Decodable, Equatable {
      case bool(Bool)
      case number(Double)
      case name(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
          self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
          self = .number(value)
        } else {
          self = .name(try container.decode(String.self))
        }
      }
    }
  }

  @Test(arguments: try Table.rows("properties", as: Row.self))
  func everyPropertyHasItsTypeDefaultAndSetters(_ expected: Row) throws {
    let row = try #require(PropertyRegistry.property(named: expected.name)).row
    #expect(row.kind.plain.rawValue == expected.type)
    #expect(row.setters.names == expected.settableBy)
    var choices: [String]?
    if case .choice(let names) = row.kind { choices = names.map(\.string) }
    #expect(choices == expected.choices)
    let value: Row.Value? =
      switch row.fallback {
      case nil: nil
      case .bool(let value)?: .bool(value)
      case .number(let value)?: .number(value)
      case .choice(let index)?: .name(choices?[Int(index)] ?? "")
      case .color(.named(let name))?: .name(name.name)
      case let other?: .name("\(other)")
      }
    #expect(value == expected.default)
  }

  @Test func theTableCoversEveryProperty() throws {
    let names = try Table.rows("properties", as: Row.self).map(\.name)
    let rows: [String] = PropertyRegistry.rows.map { "\($0.name)" }
    #expect(names.sorted() == rows.sorted())
    let ofStates: [Property] = PropertyRegistry.rows
      .filter { $0.setters.contains(.stateValues) }.map(\.property)
    #expect(ofStates.sorted { $0.rawValue < $1.rawValue } == StateValues.properties)
  }

  @Test(arguments: [
    ("background", true), ("contentInsets", true), ("background.shadow", true),
    ("background.backgroundInsets", true), ("title", false), ("back", false), ("", false),
    ("background.", false), ("background.shadow.color", false), ("transaction", false),
  ])
  func groupsAreNamesThatOthersBeginWith(_ name: String, _ isGroup: Bool) {
    let found = Array(name.utf8).withUnsafeBytes {
      PropertyRegistry.isGroup($0, settableBy: .configuration)
    }
    #expect(found == isGroup)
  }

  @Test(
    arguments: [
      ("titel", "title"), ("titelPadding", "titlePadding"),
      ("background.cornerRadus", "background.cornerRadius"),
      ("strokeColour", "background.strokeColor"), ("cornerRadius", "background.cornerRadius"),
      ("contentInset.top", "contentInsets.top"), ("ImagePlacement", "imagePlacement"),
      ("background.color", "background.backgroundColor"),
      ("background.colour", "background.backgroundColor"),
      ("background.radius", "background.cornerRadius"),
      ("background.width", "background.strokeWidth"),
      ("baseBackgroundcolor", "baseBackgroundColor"), ("glow", nil), ("", nil), ("x", nil),
      ("somethingElseEntirely", nil), (String(repeating: "title", count: 40), nil),
    ] as [(String, String?)])
  func anUnknownNameFindsTheNearestThatIsNear(_ name: String, _ nearest: String?) {
    var name = name
    let property = name.withUTF8 {
      PropertyRegistry.nearest(to: UnsafeRawBufferPointer($0), settableBy: .configuration)
    }
    #expect(property.map { "\($0.row.name)" } == nearest)
  }

  @Test func onlyWhatTheSetterMaySetIsSuggested() {
    var name = "scal"
    name.withUTF8 { bytes in
      let name = UnsafeRawBufferPointer(bytes)
      #expect(PropertyRegistry.nearest(to: name, settableBy: .plugin) == .scale)
      #expect(PropertyRegistry.nearest(to: name, settableBy: .configuration) != .scale)
    }
  }
}

private struct PublishedFile: Decodable {
  let revision: Int
  let properties: [Entry]

  struct Entry: Decodable {
    let name: String
    let type: String
    let documentation: String
  }
}
