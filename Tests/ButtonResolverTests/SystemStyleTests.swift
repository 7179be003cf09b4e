import ButtonModel
import Foundation
import Testing

@testable import ButtonResolver

@Suite struct SystemStyleTests {
  @Test func everyStyleHasItsColorsInEveryStateOnLightAndDark() throws {
    let rows = try Fixture.rows("system-styles")
    #expect(rows.count == 392)
    var resolver = Resolver()
    for row in rows {
      let style = try #require((row["style"] as? String).flatMap { SystemStyle(rawValue: $0) })
      let state = try #require((row["state"] as? String).flatMap { ControlState($0) })
      let traits = Traits(userInterfaceStyle: row["display"] as? String == "dark" ? .dark : .light)
      let set = row.filter { $0.key.hasPrefix("base") || $0.key.hasPrefix("auto") }
      let button = ResolverInput(
        base: style, configuration: try Fixture.properties(set), state: state)
      let look = resolver.resolveAppearance(button, traits: ResolvedTraits(traits))
      #expect(Color.hex(look.backgroundColor) == row["backgroundColor"] as? String, "\(row)")
      #expect(Color.hex(look.titleColor) == row["titleColor"] as? String, "\(row)")
    }
  }

  @Test func theTableIsInTheOrderInWhichItIsRead() {
    for look in SystemStyleTable.Look.allCases {
      for state in SystemStyleTable.State.allCases {
        let row = SystemStyleTable.row(look, state)
        #expect(row.look == look)
        #expect(row.state == state)
      }
    }
  }

  @Test func eachSizeHasItsInsetsRadiusAndFont() throws {
    let rows = try Fixture.rows("sizes")
    #expect(rows.count == ButtonConfiguration.Size.allCases.count)
    var resolver = Resolver()
    for style in SystemStyle.allCases {
      for row in rows {
        var set = row.filter { $0.key == "buttonSize" }
        set["subtitle"] = "b"
        let button = ResolverInput(base: style, configuration: try Fixture.properties(set))
        let look = resolver.resolveAppearance(button, traits: ResolvedTraits(Traits()))
        let insets = [look.insetTop, look.insetLeading, look.insetBottom, look.insetTrailing]
        #expect(insets == row["insets"] as? [Double])
        #expect(look.cornerRadius == row["cornerRadius"] as? Double)
        #expect(look.titleFontSize == row["titleFontSize"] as? Double)
        #expect(look.titleTextStyle?.name.string == row["titleTextStyle"] as? String)
        #expect(look.subtitleFontSize == row["subtitleFontSize"] as? Double)
      }
    }
  }
}
