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

  @Test func valuesForStatesAreOfThePropertiesThatTakeThem() {
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
