import ButtonModel
import ButtonResolver
import Testing

/// The theme that is always there.
struct BuiltInThemeTests {
  @Test(
    arguments: [
      ("primary", ["#007AFFFF", "#0A84FFFF", "#0040DDFF", "#409CFFFF"], ["#FFFFFFFF"]),
      ("success", ["#34C759FF", "#30D158FF", "#248A3DFF", "#30DB5BFF"], ["#FFFFFFFF"]),
      ("info", ["#007AFF99", "#0A84FF99", "#0040DD99", "#409CFF99"], ["#FFFFFFFF"]),
      ("warning", ["#FF9500FF", "#FF9F0AFF", "#C93400FF", "#FFB340FF"], ["#FFFFFFFF"]),
      ("danger", ["#FF3B30FF", "#FF453AFF", "#D70015FF", "#FF6961FF"], ["#FFFFFFFF"]),
      ("dark", ["#000000FF"], ["#FFFFFFFF"]),
      (
        "light", ["#8E8E9333", "#8E8E9333", "#6C6C7033", "#AEAEB233"],
        ["#007AFFFF", "#0A84FFFF", "#0040DDFF", "#409CFFFF"]
      ),
    ])
  func everyTypeHasItsTwoColors(type: String, primary: [String], secondary: [String]) {
    #expect(value("button.\(type).primary") == text(primary))
    #expect(value("button.\(type).secondary") == text(secondary))
  }

  @Test(
    arguments: [
      ("button.radius.default", 6), ("button.radius.rounded", 40), ("button.size.small", 12),
      ("button.size.default", 17), ("button.size.large", 28),
    ] as [(String, Double)])
  func radiiAndSizesArePoints(path: String, points: Double) {
    #expect(Theme.builtIn[UTF8String(path)]?.value == .double(points))
  }

  @Test func nothingElseIsEssential() {
    #expect(Theme.builtIn.essentials.count == 7 * 2 + 2 + 3)
  }

  @Test func whatAThemeLacksComesFromItWithOneWarningThatNamesTheTokens() {
    let file = ThemeFile(
      ##"""
      {"brand": {"$type": "color", "$value": "#663399"},
       "button": {"primary": {"primary": {"$value": "{brand}"}},
                  "radius": {"$type": "dimension", "default": {"$value": "0px"}}}}
      """##, filledFrom: .builtIn)
    #expect(file.errors == [])
    #expect(file.warnings.count == 1)
    let warning = file.warnings.first?.text ?? ""
    #expect(warning.hasSuffix("; the built-in theme's values are used"))
    // It names four of them, and counts the others.
    let missing = Theme.builtIn.essentials.map(\.path.string).filter {
      !["button.primary.primary", "button.radius.default"].contains($0)
    }
    #expect(missing.filter { warning.contains($0) }.count == 4, "\(warning)")
    #expect(warning.contains(" and \(missing.count - 4) more;"), "\(warning)")
    #expect(file.theme["button.primary.primary"]?.value.text == ##"["#663399FF"]"##)
    #expect(file.theme["button.radius.default"]?.value == .double(0))
    #expect(file.theme["button.size.large"]?.value == .double(28))
    #expect(file.theme["brand"] != nil)
    #expect(file.theme["palette.blue"] == nil)
    #expect(file.theme.tokens.count == Theme.builtIn.essentials.count + 1)
    #expect(file.theme.tokens.map(\.path) == file.theme.tokens.map(\.path).sorted())
  }

  @Test func anEssentialTokenKeepsItsType() {
    let file = ThemeFile(
      ##"{"button": {"radius": {"default": {"$type": "color", "$value": "#000"}}}}"##,
      filledFrom: .builtIn)
    #expect(
      file.errors.map(\.text) == ["button.radius.default: must be a dimension, not a color"])
  }

  private func value(_ path: String) -> String? { Theme.builtIn[UTF8String(path)]?.value.text }

  private func text(_ members: [String]) -> String {
    "[" + members.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }
}
