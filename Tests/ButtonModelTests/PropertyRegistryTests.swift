import ButtonModel
import Foundation
import Testing

@Suite struct PropertyRegistryTests {
  static let published = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Config/properties.json")

  /// `BUTTOND_RECORD=1` writes the file anew from the table.
  @Test func thePublishedFileAndTheTableAgree() throws {
    let expected = PublishedRegistry.text
    if ProcessInfo.processInfo.environment["BUTTOND_RECORD"] == "1" {
      try Data(expected.utf8).write(to: PropertyRegistryTests.published)
    }
    let text = try String(contentsOf: PropertyRegistryTests.published, encoding: .utf8)
    #expect(text == expected)
  }

  @Test func thePublishedFileIsJSONWithOneEntryForEachProperty() throws {
    let data = try Data(contentsOf: PropertyRegistryTests.published)
    let file = try JSONDecoder().decode(PublishedFile.self, from: data)
    #expect(file.revision == PropertyRegistry.revision)
    #expect(file.properties.map(\.name) == PropertyRegistry.rows.map { "\($0.name)" })
    #expect(file.properties.map(\.type) == PropertyRegistry.rows.map(\.kind.name))
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

  @Test func theNamesOfTheDesignAreThere() {
    let names = [
      "title", "subtitle", "attributedTitle", "attributedSubtitle", "titleColorTransformer",
      "subtitleColorTransformer", "accessibilityLabel", "accessibilityHint", "contentAnimation",
      "titleLineBreakMode", "titlePadding", "titleAlignment", "image", "imagePlacement",
      "imagePadding", "imageReservation", "imageColorTransformer", "showsActivityIndicator",
      "activityIndicatorColorTransformer", "indicatorColorTransformer", "indicator",
      "contentInsets.top", "contentInsets.leading", "contentInsets.bottom",
      "contentInsets.trailing", "buttonSize", "cornerStyle", "baseForegroundColor",
      "baseBackgroundColor", "automaticallyUpdateForSelection", "background.cornerRadius",
      "background.backgroundInsets.top", "background.backgroundInsets.leading",
      "background.backgroundInsets.bottom", "background.backgroundInsets.trailing",
      "background.backgroundColor", "background.backgroundColorTransformer",
      "background.strokeColor", "background.strokeColorTransformer", "background.strokeWidth",
      "background.strokeOutset", "background.image", "background.imageContentMode",
      "background.shadow.color", "background.shadow.opacity", "background.shadow.radius",
      "background.shadow.x", "background.shadow.y", "background.material",
    ]
    let configuration = PropertyRegistry.rows.filter { $0.setters.contains(.configuration) }
    #expect(Set(configuration.map { "\($0.name)" }) == Set(names))
    let stateValues = PropertyRegistry.rows.filter { $0.setters.contains(.stateValues) }
    #expect(
      stateValues.map(\.property).sorted { $0.rawValue < $1.rawValue } == StateValues.properties)
    let pluginOnly = PropertyRegistry.rows.filter { $0.setters == .plugin }
    #expect(
      Set(pluginOnly.map { "\($0.name)" })
        == [
          "titleFontSize", "titleFontWeight", "titleUnderline", "titleStrikethrough",
          "isFullWidth", "isBusy", "opacity", "scale", "transaction.onPress",
          "transaction.onRelease", "transaction.always", "transaction.animatesContent",
        ])
  }

  @Test(
    arguments: [
      ("title", nil), ("subtitle", nil), ("attributedTitle", nil), ("titleColorTransformer", nil),
      ("accessibilityLabel", nil), ("contentAnimation", .choice(0)),
      ("titleLineBreakMode", .choice(0)), ("titlePadding", .number(1)),
      ("titleAlignment", .choice(0)), ("image", nil), ("imagePlacement", .choice(1)),
      ("imagePadding", .number(0)), ("imageReservation", .number(0)),
      ("imageColorTransformer", nil), ("showsActivityIndicator", .bool(false)),
      ("indicator", .choice(0)), ("contentInsets.top", .number(7)),
      ("contentInsets.leading", .number(12)), ("contentInsets.bottom", .number(7)),
      ("contentInsets.trailing", .number(12)), ("buttonSize", .choice(2)),
      ("cornerStyle", .choice(1)), ("baseForegroundColor", nil), ("baseBackgroundColor", nil),
      ("background.cornerRadius", .number(0)), ("background.backgroundInsets.top", .number(0)),
      ("background.backgroundColor", nil), ("background.backgroundColorTransformer", nil),
      ("background.strokeColor", nil), ("background.strokeWidth", .number(0)),
      ("background.strokeOutset", .number(0)), ("background.image", nil),
      ("background.shadow.opacity", .number(0)), ("background.material", nil),
    ] as [(String, PropertyValue?)])
  func theDefaultsAreTheDocumentedOnes(_ name: String, _ value: PropertyValue?) throws {
    let property = try #require(PropertyRegistry.property(named: name))
    #expect(property.row.fallback == value)
  }

  @Test(arguments: [
    ("background", true), ("contentInsets", true), ("background.shadow", true),
    ("background.backgroundInsets", true), ("title", false), ("back", false), ("", false),
    ("background.", false), ("background.shadow.color", false),
  ])
  func groupsAreNamesThatOthersBeginWith(_ name: String, _ isGroup: Bool) {
    let found = Array(name.utf8).withUnsafeBytes { PropertyRegistry.isGroup($0) }
    #expect(found == isGroup)
  }

  @Test(arguments: [
    ("titel", "title"), ("titelPadding", "titlePadding"),
    ("background.cornerRadus", "background.cornerRadius"),
    ("strokeColour", "background.strokeColor"), ("cornerRadius", "background.cornerRadius"),
    ("contentInset.top", "contentInsets.top"), ("ImagePlacement", "imagePlacement"),
    ("baseBackgroundcolor", "baseBackgroundColor"),
  ])
  func anUnknownNameFindsTheNearest(_ name: String, _ nearest: String) {
    var name = name
    let property = name.withUTF8 {
      PropertyRegistry.nearest(to: UnsafeRawBufferPointer($0), settableBy: .configuration)
    }
    #expect("\(property.row.name)" == nearest)
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
