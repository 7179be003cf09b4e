import ButtonModel
import ButtonResolver
import Testing

/// What a theme's file says, and what it may not say.
struct ThemeFileTests {
  @Test(arguments: [
    // Colours, in all their forms.
    (##"{"c": {"$type": "color", "$value": "#0A84FF"}}"##, "c", ##"["#0A84FFFF"]"##),
    (##"{"c": {"$type": "color", "$value": "#abc"}}"##, "c", ##"["#AABBCCFF"]"##),
    (##"{"c": {"$type": "color", "$value": "#007AFF99"}}"##, "c", ##"["#007AFF99"]"##),
    (
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0.5, 1]}}}"##,
      "c", ##"["#0080FFFF"]"##
    ),
    (
      ##"""
      {"c": {"$type": "color", "$value":
        {"colorSpace": "srgb", "components": ["none", 1, 0], "alpha": 0.3, "hex": "#00FF00"}}}
      """##, "c", ##"["#00FF004D"]"##
    ),
    // Dark members, written out or by alias; an alias takes the dark side of what it refers to.
    (
      ##"""
      {"c": {"$type": "color", "$value": "#FFFFFF",
             "$extensions": {"com.example": 1, "buttond": {"dark": "#000000"}}}}
      """##, "c", ##"["#FFFFFFFF","#000000FF"]"##
    ),
    (
      ##"""
      {"$type": "color", "night": {"$value": "#111111"},
       "c": {"$value": "#FFFFFF", "$extensions": {"buttond": {"dark": "{night}"}}}}
      """##, "c", ##"["#FFFFFFFF","#111111FF"]"##
    ),
    (
      ##"""
      {"$type": "color",
       "b": {"$value": "#222222", "$extensions": {"buttond": {"dark": "#333333"}}},
       "c": {"$value": "#FFFFFF", "$extensions": {"buttond": {"dark": "{b}"}}}}
      """##, "c", ##"["#FFFFFFFF","#333333FF"]"##
    ),
    (
      ##"""
      {"$type": "color", "c": {"$value": "{b}"},
       "b": {"$value": "#222222", "$extensions": {"buttond": {"dark": "#333333"}}}}
      """##, "c", ##"["#222222FF","#333333FF"]"##
    ),
    (
      ##"""
      {"$type": "color",
       "b": {"$value": "#222222", "$extensions": {"buttond": {"dark": "#333333"}}},
       "c": {"$value": "{b}", "$extensions": {"buttond": {"dark": "#444444"}}}}
      """##, "c", ##"["#222222FF","#444444FF"]"##
    ),
    (
      ##"""
      {"c": {"$type": "color", "$value": "#222222",
             "$extensions": {"buttond": {"dark": "#222222FF"}}}}
      """##, "c", ##"["#222222FF"]"##
    ),
    // Raised contrast: what is left out follows from the rest, an alias takes the same side.
    (
      ##"""
      {"c": {"$type": "color", "$value": "#111111", "$extensions":
        {"buttond": {"dark": "#222222", "highContrast": "#333333", "highContrastDark": "#444444"}}}}
      """##, "c", ##"["#111111FF","#222222FF","#333333FF","#444444FF"]"##
    ),
    (
      ##"""
      {"c": {"$type": "color", "$value": "#111111",
             "$extensions": {"buttond": {"highContrast": "#333333"}}}}
      """##, "c", ##"["#111111FF","#111111FF","#333333FF","#111111FF"]"##
    ),
    (
      ##"""
      {"c": {"$type": "color", "$value": "#111111",
             "$extensions": {"buttond": {"dark": "#222222", "highContrastDark": "#444444"}}}}
      """##, "c", ##"["#111111FF","#222222FF","#111111FF","#444444FF"]"##
    ),
    (
      ##"""
      {"$type": "color",
       "b": {"$value": "#111111", "$extensions":
         {"buttond": {"dark": "#222222", "highContrast": "#333333", "highContrastDark": "#444444"}}},
       "c": {"$value": "#555555", "$extensions":
         {"buttond": {"highContrast": "{b}", "highContrastDark": "{b}"}}}}
      """##, "c", ##"["#555555FF","#555555FF","#333333FF","#444444FF"]"##
    ),
    (
      ##"""
      {"$type": "color", "c": {"$value": "{b}"},
       "b": {"$value": "#111111", "$extensions": {"buttond": {"highContrastDark": "#444444"}}}}
      """##, "c", ##"["#111111FF","#111111FF","#111111FF","#444444FF"]"##
    ),
    // Lengths and times.
    (##"{"r": {"$type": "dimension", "$value": "6px"}}"##, "r", "6.0"),
    (##"{"r": {"$type": "dimension", "$value": "1.5rem"}}"##, "r", "24.0"),
    (##"{"r": {"$type": "dimension", "$value": {"value": -2, "unit": "px"}}}"##, "r", "-2.0"),
    (##"{"r": {"$type": "dimension", "$value": {"value": 2, "unit": "rem"}}}"##, "r", "32.0"),
    (##"{"t": {"$type": "duration", "$value": "200ms"}}"##, "t", "200.0"),
    (##"{"t": {"$type": "duration", "$value": {"value": 0.5, "unit": "s"}}}"##, "t", "500.0"),
    (##"{"n": {"$type": "number", "$value": 0.75}}"##, "n", "0.75"),
    // Fonts.
    (##"{"f": {"$type": "fontFamily", "$value": "Inter"}}"##, "f", "Inter"),
    (##"{"f": {"$type": "fontFamily", "$value": ["Inter", "Arial"]}}"##, "f", "Inter, Arial"),
    (##"{"f": {"$type": "fontWeight", "$value": 600}}"##, "f", "600.0"),
    (##"{"f": {"$type": "fontWeight", "$value": "semi-bold"}}"##, "f", "semi-bold"),
    // Types come from the token, from what it refers to, from the nearest group.
    (
      ##"{"$type": "color", "g": {"$type": "dimension", "h": {"r": {"$value": "6px"}}}}"##,
      "g.h.r", "6.0"
    ),
    (##"{"$type": "color", "r": {"$type": "number", "$value": 2}}"##, "r", "2.0"),
    (
      ##"{"a": {"$type": "color", "x": {"$value": "{n}"}}, "n": {"$type": "number", "$value": 3}}"##,
      "a.x", "3.0"
    ),
    (
      ##"{"a": {"$value": "{b}"}, "b": {"$value": "{c.d}"}, "c": {"d": {"$type": "number", "$value": 4}}}"##,
      "a", "4.0"
    ),
  ])
  func aTokenHasTheValueThatIsMeant(file: String, path: String, value: String) throws {
    let read = ThemeFile(file)
    #expect(read.errors.map(\.text) == [])
    #expect(read.warnings.map(\.text) == [])
    #expect(try #require(read.theme[UTF8String(path)]).value.text == value)
  }

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
    // Numbers.
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
    // The shape of the file.
    ("{", "", "is not JSON"),
    ("[]", "", "must be an object of groups and tokens"),
    (##"{"a": {"$value": 1}}"##, "a", "a: has no type: give it or a group around it a $type"),
    (##"{"a": 1}"##, "a", "a: must be a group or a token, an object with $value"),
    (##"{"a": {"$type": 1, "b": {}}}"##, "a.$type", "a: must be a string"),
    (
      ##"{"a.b": {"$type": "number", "$value": 1}}"##, "a.b",
      "a.b: 'a.b' is not a valid name: it is empty or contains '.', '{' or '}'"
    ),
    (
      ##"{"a": {"$type": "number", "$value": 1, "b": {"$value": 2}}}"##,
      "a.b", "a: 'b' stands in a token; only groups hold tokens"
    ),
    (
      ##"{"a": {"$type": "number", "$value": 1}, "a": {"$type": "number", "$value": 2}}"##,
      "a", "a: is there twice"
    ),
  ])
  func whatIsWrongIsSaidWithTokenAndPlace(file: String, place: String, text: String) {
    let read = ThemeFile(file)
    #expect(read.errors.map(\.text) == [text])
    #expect(read.errors.map(\.place) == [place])
  }

  @Test(arguments: [
    (
      ##"{"s": {"$type": "shadow", "$value": {"blur": 1}}}"##,
      ["s: is left out: nothing here reads tokens of the type shadow"]
    ),
    (
      ##"{"s": {"$type": "colour", "$value": "#000"}}"##,
      ["s: is left out: there is no type 'colour'; did you mean 'color'?"]
    ),
    (
      ##"{"a": {"$value": "{s}"}, "s": {"$type": "shadow", "$value": {}}}"##,
      ["s: is left out, and so is a: nothing here reads tokens of the type shadow"]
    ),
    (
      ##"""
      {"$type": "shadow", "a": {"$value": 1}, "b": {"$value": 1}, "c": {"$value": 1}, "d": {"$value": 1},
       "e": {"$value": 1}, "f": {"$value": 1}, "g": {"$value": 1}, "h": {"$value": 1}, "i": {"$value": 1},
       "j": {"$value": 1}, "k": {"$type": "border", "$value": 1}, "x y": {"$type": "number", "$value": 1}}
      """##,
      [
        "a: is left out, and so are b, c and 7 more: nothing here reads tokens of the "
          + "type shadow",
        "k: is left out: nothing here reads tokens of the type border",
        "x y: is left out: plugins read paths of A–Z, a–z, 0–9, _ and - with dots between them, at most "
          + "255 bytes and 16 names",
      ]
    ),
    (
      ##"{"a": {"$type": "number", "$descripion": "", "$value": 1}}"##,
      ["a: '$descripion' is ignored: it is not known here; did you mean '$description'?"]
    ),
    (
      ##"{"a": {"$type": "color", "$value": "#000", "$extensions": {"buttond": {"drak": 1}}}}"##,
      ["a: 'drak' is ignored: it is not known here; did you mean 'dark'?"]
    ),
    (
      ##"{"Blue 500": {"$type": "number", "$value": 1}}"##,
      [
        "Blue 500: is left out: plugins read paths of A–Z, a–z, 0–9, _ and - with dots between "
          + "them, at most 255 bytes and 16 names"
      ]
    ),
  ])
  func whatMeansNothingHereIsAWarning(file: String, warnings: [String]) {
    let read = ThemeFile(file)
    #expect(read.errors.map(\.text) == [])
    #expect(read.warnings.map(\.text) == warnings)
  }

  @Test func everyMistakeIsReportedUpToABound() {
    let tokens = (0..<100).map { #""t\#($0)": {"$value": "no"}"# }.joined(separator: ",")
    let errors = ThemeFile(#"{"$type": "number", \#(tokens)}"#).errors
    #expect(errors.count == ThemeFile.maximumErrors)
    #expect(errors.map(\.token).prefix(3) == ["t0", "t1", "t2"])
  }

  @Test func aChainOfAliasesHasABoundWhateverTheOrder() {
    func chain(_ count: Int, reversed: Bool) -> ThemeFile {
      var tokens = (0..<count).map { #""t\#($0)": {"$value": "{t\#($0 + 1)}"}"# }
      tokens.append(#""t\#(count)": {"$type": "number", "$value": 1}"#)
      if reversed { tokens.reverse() }
      return ThemeFile("{\(tokens.joined(separator: ","))}")
    }
    for reversed in [false, true] {
      #expect(chain(ThemeFile.maximumChain, reversed: reversed).errors == [])
      let errors = chain(ThemeFile.maximumChain + 1, reversed: reversed).errors
      #expect(errors.map(\.message) == ["begins a chain of more than 64 aliases: shorten it"])
    }
  }

  @Test func sizeDepthAndNumberHaveBounds() {
    let deep = String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65)
    #expect(ThemeFile(deep).errors.map(\.text) == ["nests deeper than 64 objects"])
    let large = "{}" + String(repeating: " ", count: ThemeFile.maximumBytes)
    #expect(
      ThemeFile(large).errors.map(\.text) == ["has 1048578 bytes; 1048576 are the most"])
    let tokens = (0...4_096).map { #""t\#($0)":{"$value":1}"# }.joined(separator: ",")
    #expect(
      ThemeFile(#"{"$type":"number",\#(tokens)}"#).errors.map(\.text)
        == ["has 4097 tokens; 4096 are the most"])
  }

  @Test func messagesShowNoControlCharactersAndAreNotLong() {
    let name = String(repeating: "x", count: 10_000)
    let file = ThemeFile(
      ##"{"$type": "color", "a": {"$value": "#\u001b[2J"}, "b": {"$value": "\##(name)"}}"##)
    #expect(file.errors.count == 2)
    for error in file.errors {
      #expect(error.text.utf8.count < 300)
      #expect(!error.text.unicodeScalars.contains { $0.value < 0x20 })
    }
  }
}

extension ThemeFile {
  /// A file from its text.
  init(_ text: String, filledFrom fallback: Theme = Theme([])) {
    self = Array(text.utf8).withUnsafeBytes { ThemeFile($0, filledFrom: fallback) }
  }
}

extension StateValue {
  /// The value as a test writes it.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text), .json(let text): text.string
    }
  }
}
