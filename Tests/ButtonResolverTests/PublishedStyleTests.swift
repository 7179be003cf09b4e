import ButtonModel
import Foundation
import TestSupport
import Testing

@testable import ButtonResolver

@Suite struct PublishedStyleTests {
  static let published = URL(filePath: Products.source("Config/system-styles.json"))

  @Test func thePublishedFileAndTheTablesAgree() throws {
    try PublishedTable.compare(PublishedStyles.text, "system-styles.json")
  }

  @Test func everyRowOfThePublishedFileSaysWhereItComesFrom() throws {
    let data = try Data(contentsOf: PublishedStyleTests.published)
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let lists = file.values.compactMap { $0 as? [[String: Any]] }
    #expect(lists.map(\.count).sorted() == [4, 5, 6, 10, 11, 12, 30])
    let ring = try #require(file["focusRing"] as? [String: Any])
    for row in lists.joined() + [ring] {
      let source = try #require(row["source"] as? String, "\(row)")
      #expect(!source.isEmpty)
      let confidence = row["confidence"]
      let isOurs =
        ((confidence as? [String: String])?["light"] ?? confidence as? String) == "ours"
      #expect(isOurs == (source == "our own choice"), "\(row)")
    }
  }

  /// What the file says can be drawn with nothing but the file.
  @Test func thePublishedNotationIsWhatTheResolverDraws() throws {
    let data = try Data(contentsOf: PublishedStyleTests.published)
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let styles = try #require(file["styles"] as? [[String: Any]])
    let states = try #require(file["states"] as? [[String: Any]])
    var resolver = Resolver()
    for style in styles {
      let name = try #require((style["style"] as? String).flatMap { SystemStyle(rawValue: $0) })
      for row in states where row["look"] as? String == style["look"] as? String {
        let state = try #require((row["state"] as? String).flatMap { ControlState($0) })
        for (display, set) in PublishedStyleTests.buttons {
          var configuration = ButtonConfiguration()
          configuration.baseForegroundColor = set ? .named(.systemPink) : nil
          configuration.baseBackgroundColor = set ? .named(.systemGreen) : nil
          configuration.automaticallyUpdateForSelection = true
          let traits = Traits(userInterfaceStyle: display)
          let look = resolver.resolveAppearance(
            ResolverInput(base: name, configuration: configuration.properties, state: state),
            traits: ResolvedTraits(traits))
          let background = try PublishedStyleTests.color(row["background"], set, traits)
          let foreground = try PublishedStyleTests.color(row["foreground"], set, traits)
          #expect(look.backgroundColor == background, "\(name) \(row) \(display)")
          #expect(look.titleColor == foreground, "\(name) \(row) \(display)")
        }
      }
    }
  }

  private static let buttons: [(UserInterfaceStyle, Bool)] = [
    (.light, false), (.light, true), (.dark, false), (.dark, true),
  ]

  private static func color(
    _ notation: Any?, _ isSet: Bool, _ traits: Traits
  ) throws -> UInt32 {
    let parts = try #require(notation as? String).components(separatedBy: ", ")
    let choice = parts[0].components(separatedBy: " ?? ")
    var name = choice[choice.count - 1]
    if isSet, choice.count == 2 {
      name = choice[0] == "baseForegroundColor" ? "systemPink" : "systemGreen"
    }
    var opacity = 1.0
    for part in parts.dropFirst() {
      let words = part.split(separator: " ")
      if words[0] == "opacity" { opacity = try #require(Double(words[1])) }
      if words[0] == "in", traits.userInterfaceStyle == .dark {
        opacity = try #require(Double(words[2]))
      }
      guard words[0] == "raised", traits.contrast == .high else { continue }
      if words[1] == "opacity" {
        opacity = try #require(Double(words[2]))
      } else if !isSet {
        name = String(words[1])
      }
    }
    return try #require(Color(name)).components(for: traits).opacity(opacity).rgba
  }
}
