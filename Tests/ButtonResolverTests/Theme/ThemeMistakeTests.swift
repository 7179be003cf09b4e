import ButtonModel
import ButtonResolver
import Testing

/// What is wrong with a theme, and what becomes of it.
struct ThemeMistakeTests {
  @Test(arguments: [
    // Aliases.
    (
      ##"{"$type": "number", "a": {"$value": "{a}"}}"##,
      "a.$value", "a: refers to itself: a → a"
    ),
    (
      ##"{"$type": "number", "x": {"$value": "{g.a}"}, "g": {"a": {"$value": "{g.b}"}, "b": {"$value": "{g.c}"}, "c": {"$value": "{g.a}"}}}"##,
      "g.a.$value", "g.a: refers to itself: g.a → g.b → g.c → g.a"
    ),
    (
      ##"""
      {"$type": "color", "a": {"$value": "#000000", "$extensions": {"buttond": {"dark": "{b}"}}},
       "b": {"$value": "{a}"}}
      """##,
      "a.$extensions.buttond.dark", "a: refers to itself: a → b → a"
    ),
    (
      ##"{"palette": {"blue": {"$type": "color", "$value": "#00F"}}, "a": {"$value": "{palette.bleu}"}}"##,
      "a.$value", "a: 'palette.bleu' does not exist; did you mean 'palette.blue'?"
    ),
    (
      ##"{"palette": {"blue": {"$type": "color", "$value": "#00F"}}, "a": {"$value": "{palette}"}}"##,
      "a.$value", "a: 'palette' is a group, not a token"
    ),
    (
      ##"{"n": {"$type": "number", "$value": 1}, "a": {"$type": "color", "$value": "{n}"}}"##,
      "a.$value", "a: is of the type color, but 'n' is of the type number"
    ),
    (
      ##"""
      {"n": {"$type": "number", "$value": 1}, "a": {"$type": "color", "$value": "#000",
       "$extensions": {"buttond": {"dark": "{n}"}}}}
      """##,
      "a.$extensions.buttond.dark", "a: must be a color, but 'n' is of the type number"
    ),
    // Colours.
    (
      ##"{"c": {"$type": "color", "$value": "#12345"}}"##,
      "c.$value", "c: '#12345' is not a colour: write #RRGGBB, #RRGGBBAA or #RGB"
    ),
    (
      ##"{"c": {"$type": "color", "$value": "systemBlue"}}"##,
      "c.$value",
      "c: 'systemBlue' is a name, and a theme's colours have none: write #RRGGBB or #RRGGBBAA"
    ),
    (
      ##"{"c": {"$type": "color", "$value": 7}}"##,
      "c.$value",
      ##"c: must be a colour: "#RRGGBB", "#RRGGBBAA" or {"colorSpace": "srgb", "components": [r, g, b]}"##
    ),
    (
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 1.5, 0]}}}"##,
      "c.$value.components[1]", "c: must be from 0 to 1, but is 1.5"
    ),
    (
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 1]}}}"##,
      "c.$value.components", "c: must be [red, green, blue]"
    ),
    (
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 1, 1], "alpa": 1}}}"##,
      "c.$value.alpa", "c: 'alpa' is not known here; did you mean 'alpha'?"
    ),
    (
      ##"{"c": {"$type": "color", "$value": "#000", "$extensions": {"buttond": {"dark": "#00"}}}}"##,
      "c.$extensions.buttond.dark", "c: '#00' is not a colour: write #RRGGBB, #RRGGBBAA or #RGB"
    ),
    (
      ##"{"r": {"$type": "number", "$value": 1, "$extensions": {"buttond": {"dark": "#000"}}}}"##,
      "r.$extensions.buttond.dark", "r: only colours have such a member"
    ),
    (
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0], "alpha": 1.5}}}"##,
      "c.$value.alpha", "c: must be from 0 to 1, but is 1.5"
    ),
    (
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0], "hex": "#fff"}}}"##,
      "c.$value.hex", "c: must be #RRGGBB"
    ),
    (
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "lab"}}}"##,
      "c.$value", "c: components is missing: write [lightness, a, b]"
    ),
    (
      ##"{"c": {"$type": "color", "$value": {"components": [0, 0, 0]}}}"##,
      "c.$value", ##"c: colorSpace is missing: write "srgb""##
    ),
    // Numbers.
    (
      ##"{"r": {"$type": "dimension", "$value": {"value": 0}}}"##, "r.$value",
      "r: unit is missing: px or rem"
    ),
    (
      ##"{"r": {"$type": "dimension", "$value": {"unit": "px"}}}"##, "r.$value",
      ##"r: value is missing: write a dimension such as "6px" or {"value": 6, "unit": "px"}"##
    ),
    (
      ##"{"t": {"$type": "duration", "$value": {"value": 1, "unit": "m"}}}"##, "t.$value.unit",
      "t: must be ms or s"
    ),
    (
      ##"{"w": {"$type": "fontWeight", "$value": "Bold"}}"##, "w.$value",
      "w: 'Bold' is not a font weight: write a number from 1 to 1000 or a name; did you mean 'bold'?"
    ),
    (
      ##"{"f": {"$type": "fontFamily", "$value": ["Inter", 7]}}"##, "f.$value",
      "f: must be a font's name or a list of such names"
    ),
    (
      ##"{"r": {"$type": "dimension", "$value": 6}}"##,
      "r.$value", ##"r: must be a dimension such as "6px" or {"value": 6, "unit": "px"}"##
    ),
    (
      ##"{"r": {"$type": "dimension", "$value": "6pt"}}"##,
      "r.$value", ##"r: '6pt' must be a dimension such as "6px" or {"value": 6, "unit": "px"}"##
    ),
    (
      ##"{"r": {"$type": "dimension", "$value": "nanpx"}}"##,
      "r.$value", "r: nan is not between −1,000,000 and 1,000,000"
    ),
    (
      ##"{"r": {"$type": "dimension", "$value": {"value": 6, "unit": "em"}}}"##,
      "r.$value.unit", "r: must be px or rem"
    ),
    (
      ##"{"r": {"$type": "dimension", "$value": {"value": "6", "unit": "px"}}}"##,
      "r.$value.value", "r: must be a number"
    ),
    (
      ##"{"t": {"$type": "duration", "$value": "-1ms"}}"##,
      "t.$value", "t: a duration must not be negative"
    ),
    (
      ##"{"n": {"$type": "number", "$value": "1"}}"##,
      "n.$value", "n: must be a number"
    ),
    (
      ##"{"n": {"$type": "number", "$value": 1e300}}"##,
      "n.$value", "n: 1e+300 is not between −1,000,000 and 1,000,000"
    ),
    (
      ##"{"w": {"$type": "fontWeight", "$value": "bolt"}}"##,
      "w.$value",
      "w: 'bolt' is not a font weight: write a number from 1 to 1000 or a name; did you mean 'bold'?"
    ),
    (
      ##"{"w": {"$type": "fontWeight", "$value": 0}}"##,
      "w.$value", "w: a font weight is from 1 to 1000, not 0.0"
    ),
    (
      ##"{"f": {"$type": "fontFamily", "$value": []}}"##,
      "f.$value", "f: must be a font's name or a list of such names"
    ),
    (
      ##"{"w": {"$type": "fontFamily", "$value": "{font.base} Bold"}}"##, "w.$value",
      "w: '{font.base} Bold' is not an alias: that is {group.token}, with nothing beside it"
    ),
    // The shape of a token.
    (##"{"a": {"$value": 1}}"##, "a", "a: has no type: give it or a group around it a $type"),
    (##"{"a": 1}"##, "a", "a: must be a group or a token, an object with $value"),
    (##"{"a": {"$type": 1, "$value": 1}}"##, "a.$type", "a: must be a string"),
    (
      ##"{"a": {"$type": "number", "$value": 1, "b": {"$value": 2}}}"##,
      "a.b", "a: 'b' stands in a token; only groups hold tokens"
    ),
    (
      ##"{"a": {"$type": "number", "$value": 1, "b": {"c": {"$value": 2}}}}"##,
      "a.b", "a: 'b' stands in a token; only groups hold tokens"
    ),
    (
      ##"{"a": {"$type": "number", "$value": 1}, "a": {"$type": "number", "$value": 2}}"##,
      "a", "a: is there twice"
    ),
    (
      ##"{"n": {"$type": "number", "$value": 1}, "a": {"$value": 1, "$ref": "#/n"}}"##,
      "a.$ref", "a: has a $value and a $ref: leave one of them out"
    ),
    // Formats that look like this one.
    (
      ##"{"a": {"value": "#FF0000", "type": "color"}}"##, "a.value",
      "a: write $value and $type: the names of Design Tokens' own members begin with $"
    ),
    (
      ##"{"a": {"value": "#FF0000"}}"##, "a.value",
      "a: write $value: the names of Design Tokens' own members begin with $"
    ),
  ])
  func aTokenThatIsWrongRefusesAThemeOnlyWhereItIsNeeded(
    file: String, place: String, text: String
  ) throws {
    let parts = text.split(separator: ":", maxSplits: 1)
    let unread = ThemeFile(file, and: ##""other": {"$type": "number", "$value": 1}"##)
    #expect(unread.errors.map(\.text) == [])
    #expect(unread.theme["other"] != nil)
    let warning = try #require(unread.warnings.first)
    #expect(warning.place == place)
    #expect(warning.message.hasPrefix("is left out"), "\(warning.message)")
    #expect(warning.text.hasSuffix(":\(parts[1])"), "\(warning.text)")
    let read = ThemeFile(
      file, and: ##""button": {"primary": {"primary": {"$value": "{\##(parts[0])}"}}}"##,
      filledFrom: .builtIn)
    #expect(read.errors.map(\.text) == [text])
    #expect(read.errors.map(\.place) == [place])
  }

  /// A file of another format is refused, though no button reads what it says.
  @Test(arguments: [
    ("{", "is not JSON"), ("[]", "must be an object of groups and tokens"),
    (
      ##"{"a": {"value": "#FF0000", "type": "color"}, "b": {"value": 1, "type": "x"}}"##,
      "a: write $value and $type: the names of Design Tokens' own members begin with $ (so it is with b)"
    ),
    (
      ##"{"version": "2025.10", "resolutionOrder": []}"##,
      "is a resolver file: it says how files of tokens go together, and is not read here. Name the "
        + "files of one combination in their order: theme: [base.tokens.json, light.tokens.json]"
    ),
  ])
  func aFileWithoutAnyTokenIsRefused(file: String, text: String) {
    #expect(ThemeFile(file, filledFrom: .builtIn).errors.map(\.text) == [text])
  }

  @Test func everyMistakeIsReportedUpToABound() {
    let names = (0..<100).map { "button.t\($0)" }
    let tokens = (0..<100).map { #""t\#($0)": {"$value": "no"}"# }.joined(separator: ",")
    let text = #"{"button": {"$type": "number", \#(tokens)}}"#
    let essential = Theme(names.map { .init(path: UTF8String($0), type: .number, value: .int(1)) })
    let errors = ThemeFile(text, filledFrom: essential).errors
    #expect(errors.count == ThemeFile.maximumErrors)
    #expect(errors.map(\.token).prefix(3) == ["button.t0", "button.t1", "button.t2"])
    // What nobody reads is one remark.
    let unread = ThemeFile(text, and: ##""n": {"$type": "number", "$value": 1}"##)
    #expect(unread.errors == [])
    #expect(
      unread.warnings.map(\.text) == [
        "button.t0: is left out, and so are button.t1, button.t2 and 97 more: must be a number"
      ])
  }

  @Test func theNumberOfRemarksHasABound() {
    let tokens = (0..<1_000).map { #""t\#($0)": {"$value": 1, "$m\#($0)": 1}"# }
    let read = ThemeFile(#"{"$type": "number", \#(tokens.joined(separator: ","))}"#)
    #expect(read.warnings.count == 101)
    #expect(
      read.warnings.last?.text == "t100: '$m100' is ignored, here and in t101, t102 and 897 more: "
        + "there are more reasons than can be named here")
  }

  /// Each of the names is like all others: to look for one costs more than all the rest.
  @Test func manyAliasesOfNothingAreOneRemark() {
    let tokens = (0..<2_000).map { #""t\#($0)": {"$value": "{base.t\#($0)}"}"# }
    let read = ThemeFile(
      "{\(tokens.joined(separator: ","))}", and: ##""n": {"$type": "number", "$value": 1}"##)
    #expect(
      read.warnings.map(\.text) == [
        "t0: is left out, and so are t1, t2 and 1997 more: 'base.t0' does not exist"
      ])
  }

  @Test func messagesShowNoControlCharactersAndAreNotLong() {
    let name = String(repeating: "x", count: 10_000)
    let file = ThemeFile(
      ##"{"button": {"primary": {"$type": "color", "primary": {"$value": "#\u001b[2J"}, "secondary": {"$value": "\##(name)"}}}}"##,
      filledFrom: .builtIn)
    #expect(file.errors.count == 2)
    for error in file.errors {
      #expect(error.text.utf8.count < 300)
      #expect(!error.text.unicodeScalars.contains { $0.value < 0x20 })
    }
  }
}
