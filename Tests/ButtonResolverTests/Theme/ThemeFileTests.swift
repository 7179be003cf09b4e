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
    // What says nothing of a value, and names that differ by case.
    (
      ##"""
      {"$schema": "https://www.designtokens.org/schemas/2025.10/format.json", "$description": "All.",
       "empty": {"$description": "Later.", "$deprecated": "gone soon", "$extensions": {"org.example": 1}},
       "N": {"$type": "number", "$value": 1, "$deprecated": false},
       "n": {"$type": "number", "$value": 2, "$description": "", "$deprecated": true}}
      """##, "N", "1.0"
    ),
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
      ##"{"a": {"$type": "number", "$value": 1, "attributes": {"x": 1}}, "b": {"$type": "number", "$value": 1, "attributes": 2}}"##,
      ["a: 'attributes' is ignored, here and in b: it is not known here"]
    ),
    (
      ##"{"a": {"$type": 1, "$deprecated": 2}, "b": {"$type": "number", "$value": 1, "$deprecated": "use c"}}"##,
      [
        "a: '$type' is ignored: it must be a text",
        "a: '$deprecated' is ignored: it must be true, false or a text",
      ]
    ),
    (
      ##"{"a.b": {"$type": "number", "$value": 1}, "x}": {}, "c": {"$type": "number"}, "$d": {}, "n": {"$type": "number", "$value": 1}}"##,
      [
        "a.b: is left out, and so is x}: a name must not be empty or contain '.', '{' or '}', nor begin with '$'",
        "c: is left out: has a $type, but neither $value nor tokens",
        "'$d' is ignored: it is not known here",
      ]
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

  @Test func aWordThatIsNearlyThatOfAMissingTokenGetsAHint() {
    let read = ThemeFile(
      ##"""
      {"button": {"$type": "dimension", "radios": {"default": {"$value": {"value": 4, "unit": "px"}}},
        "crumb": {"default": {"$value": {"value": 4, "unit": "px"}}}}}
      """##, filledFrom: .builtIn)
    #expect(
      read.warnings.first?.text
        == "button.radios.default: is not a token of buttond; did you mean 'button.radius.default'?"
    )
    #expect(read.warnings.count == 2)
  }

  @Test func aChainOfAliasesHasABoundWhateverTheOrder() {
    func chain(_ count: Int, reversed: Bool) -> ThemeFile {
      var tokens = (0..<count).map { #""t\#($0)": {"$value": "{t\#($0 + 1)}"}"# }
      tokens.append(##""t\##(count)": {"$type": "color", "$value": "#000"}"##)
      if reversed { tokens.reverse() }
      let read = ##""button": {"primary": {"primary": {"$value": "{t0}"}}}"##
      return ThemeFile("{\(tokens.joined(separator: ","))}", and: read, filledFrom: .builtIn)
    }
    for reversed in [false, true] {
      #expect(chain(ThemeFile.maximumChain - 1, reversed: reversed).errors == [])
      let errors = chain(ThemeFile.maximumChain, reversed: reversed).errors
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

}

extension ThemeFile {
  /// A file from the text of an object, and from a member that is added to it.
  init(_ text: String, and member: String, filledFrom fallback: Theme = Theme([])) {
    let separator = text == "{}" ? "" : ", "
    self.init("\(text.dropLast())\(separator)\(member)}", filledFrom: fallback)
  }

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
