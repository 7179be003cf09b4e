import ButtonModel
import Foundation
import Testing

@testable import ButtonResolver

@Suite struct SystemStyleTests {
  /// One style in one state on one display.
  struct Case: Sendable, CustomTestStringConvertible {
    let style: SystemStyle
    let role: ButtonRole
    let state: ControlState
    let traits: Traits
    let configuration: PropertyList
    let background: String
    let foreground: String
    let testDescription: String
  }

  /// The fixture's rows, each state of a row a case.
  static func cases() throws -> [Case] {
    var cases: [Case] = []
    for row in try Fixture.rows("system-styles") {
      let style = try #require((row["style"] as? String).flatMap { SystemStyle(rawValue: $0) })
      let display = try #require(row["display"] as? String)
      let role = (row["role"] as? String).flatMap { ButtonRole(rawValue: $0) } ?? .none
      let set = try #require(row["configuration"] as? [String: Any])
      let configuration = try Fixture.properties(set)
      for (name, colors) in try #require(row["states"] as? [String: [String]]) {
        cases.append(
          Case(
            style: style, role: role, state: try #require(ControlState(name)),
            traits: Traits(
              userInterfaceStyle: display.hasPrefix("dark") ? .dark : .light,
              contrast: display.hasSuffix("high") ? .high : .normal),
            configuration: configuration, background: colors[0], foreground: colors[1],
            testDescription: "\(style) \(role) \(name), \(display), \(set)"))
      }
    }
    return cases
  }

  @Test(arguments: try cases())
  func everyStyleHasItsColorsInEveryStateOnEveryDisplay(_ one: Case) {
    let button = ResolverInput(
      base: one.style, configuration: one.configuration, state: one.state, role: one.role)
    var resolver = Resolver()
    let look = resolver.resolveAppearance(button, traits: ResolvedTraits(one.traits))
    #expect(Color.hex(look.backgroundColor) == one.background)
    #expect(Color.hex(look.titleColor) == one.foreground)
  }

  @Test func theFixtureCoversEveryStyleStateAndDisplay() throws {
    let cases = try SystemStyleTests.cases()
    let covered = Set(cases.map { "\($0.style) \($0.state.name) \($0.traits)" })
    #expect(covered.count == SystemStyle.allCases.count * 12 * 4)
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
    #expect(
      rows.count == ButtonConfiguration.Size.allCases.count
        + ButtonConfiguration.ControlSize.allCases.count)
    var resolver = Resolver()
    for style in SystemStyle.allCases {
      for row in rows {
        var set = row.filter { $0.key == "buttonSize" || $0.key == "controlSize" }
        set["subtitle"] = "b"
        let button = ResolverInput(base: style, configuration: try Fixture.properties(set))
        let look = resolver.resolveAppearance(button, traits: ResolvedTraits(Traits()))
        let insets = [look.insetTop, look.insetLeading, look.insetBottom, look.insetTrailing]
        #expect(insets == row["insets"] as? [Double])
        if !style.look.hasMaterial {
          #expect(look.cornerRadius == row["cornerRadius"] as? Double)
        } else {
          #expect(look.cornerShape == .capsule)
        }
        #expect(look.titleFontSize == row["titleFontSize"] as? Double)
        #expect(look.titleTextStyle?.name.string == row["titleTextStyle"] as? String)
        #expect(look.subtitleFontSize == row["subtitleFontSize"] as? Double)
      }
    }
  }
}
