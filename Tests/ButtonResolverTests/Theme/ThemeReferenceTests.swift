import ButtonModel
import ButtonResolver
import JSONRPC
import Testing

/// What of a theme refers to other parts of it: `$root`, `$ref`, `$extends`, and files that go together.
struct ThemeReferenceTests {
  private static let base = ##"""
    "base": {"$type": "color", "blue": {"$value": "#0000FF"},
      "teal": {"$value": {"colorSpace": "srgb", "components": [0, 0.5, 1], "alpha": 0.5}}}
    """##

  @Test(arguments: [
    // $root stands for its group: plugins read it by the group's path, aliases name it.
    (
      ##""accent": {"$root": {"$type": "color", "$value": "#DD0000"}}"##, "accent",
      ##"["#DD0000FF"]"##
    ),
    (
      ##""$type": "color", "accent": {"$root": {"$value": "#DD0000"}, "light": {"$value": "#FF0000"}}, "a": {"$value": "{accent.$root}"}"##,
      "a", ##"["#DD0000FF"]"##
    ),
    // $ref, to a token, to its value, in a value, and from a part of it.
    (##""a": {"$type": "color", "$ref": "#/base/blue/$value"}"##, "a", ##"["#0000FFFF"]"##),
    (##""a": {"$value": {"$ref": "#/base/blue"}}"##, "a", ##"["#0000FFFF"]"##),
    (##""a": {"$value": {"$ref": "#/base/blue/$value"}}"##, "a", ##"["#0000FFFF"]"##),
    (
      ##""a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": {"$ref": "#/base/teal/$value/components"}}}"##,
      "a", ##"["#0080FFFF"]"##
    ),
    (
      ##""a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, {"$ref": "#/base/teal/$value/components/2"}, 0]}}"##,
      "a", ##"["#FFFF00FF"]"##
    ),
    (
      ##""n": {"$type": "number", "$value": {"$ref": "#/base/teal/$value/alpha"}}"##, "n", "0.5"
    ),
    (
      ##""a": {"$value": "#FFFFFF", "$type": "color", "$extensions": {"buttond": {"dark": {"$ref": "#/base/blue"}}}}"##,
      "a", ##"["#FFFFFFFF","#0000FFFF"]"##
    ),
    // A $ref with nothing beside it is a token or a group, as what it leads to is.
    (##""a": {"$ref": "#/base/blue"}"##, "a", ##"["#0000FFFF"]"##),
    (##""a": {"$type": "color", "$ref": "#/base/blue"}"##, "a", ##"["#0000FFFF"]"##),
    (##""a": {"$ref": "#/b"}, "b": {"$ref": "#/base/blue"}"##, "a", ##"["#0000FFFF"]"##),
    (##""a": {"$value": "{b}"}, "b": {"$ref": "#/base/blue"}"##, "a", ##"["#0000FFFF"]"##),
    (##""g": {"$ref": "#/h"}, "h": {"$ref": "#/base"}"##, "g.blue", ##"["#0000FFFF"]"##),
    (##""h": {"$extends": "{base}"}, "a": {"$ref": "#/h/blue"}"##, "a", ##"["#0000FFFF"]"##),
    (
      ##""accent": {"$root": {"$type": "color", "$value": "#DD0000"}}, "a": {"$ref": "#/accent/$root"}"##,
      "a", ##"["#DD0000FF"]"##
    ),
    (
      ##""n": {"$type": "number", "$ref": "#/base/teal/$value/components/1"}"##, "n", "0.5"
    ),
    // Names with / and ~ are written with ~1 and ~0, and others as in a URI.
    (
      ##""a": {"$value": {"$ref": "#/g/x~1y~0z"}}, "g": {"$type": "number", "x/y~z": {"$value": 7}}"##,
      "a", "7.0"
    ),
    (
      ##""a": {"$ref": "#/my%20sizes/100%"}, "my sizes": {"100%": {"$type": "number", "$value": 7}}"##,
      "a", "7.0"
    ),
    // From a part of a token to one of another one, of any type, in whatever way that refers on.
    (
      ##""l": {"$type": "dimension", "$value": {"value": {"$ref": "#/k/$value/value"}, "unit": "rem"}}, "k": {"$type": "dimension", "$value": {"value": 2, "unit": "px"}}"##,
      "l", "32.0"
    ),
    (
      ##""a": {"$type": "color", "$value": {"$ref": "#/edge/$value/color"}}, "edge": {"$type": "border", "$value": {"color": "{base.blue}"}}"##,
      "a", ##"["#0000FFFF"]"##
    ),
    (
      ##""n": {"$type": "number", "$value": {"$ref": "#/m/$value/alpha"}}, "m": {"$type": "color", "$value": {"$ref": "#/base/teal"}}"##,
      "n", "0.5"
    ),
    (
      ##""n": {"$type": "number", "$value": {"$ref": "#/m/$value/0/at"}}, "m": {"$type": "gradient", "$value": [{"at": {"$ref": "#/base/teal/$value/alpha"}}]}"##,
      "n", "0.5"
    ),
    (
      ##""f": {"$type": "fontFamily", "$value": ["Inter", {"$ref": "#/f2/$value/1"}]}, "f2": {"$type": "fontFamily", "$value": ["Arial", "Noto"]}"##,
      "f", "Inter, Noto"
    ),
    (
      ##""n": {"$type": "number", "$value": {"$ref": "#/kit/$extensions/scale"}}, "kit": {"$extensions": {"scale": 3}}"##,
      "n", "3.0"
    ),
    // What is left out itself can be referred to: a name that plugins cannot read, a member of a type.
    (
      ##""a": {"$value": "{Blue 500}"}, "Blue 500": {"$value": "{base.blue}"}"##, "a",
      ##"["#0000FFFF"]"##
    ),
    // $extends: what a group has not comes from the other, to all depths; a token is replaced whole.
    (##""g": {"$extends": "{base}"}"##, "g.blue", ##"["#0000FFFF"]"##),
    (##""g": {"$ref": "#/base"}"##, "g.blue", ##"["#0000FFFF"]"##),
    (
      ##""g": {"$extends": {"$ref": "#/base"}, "blue": {"$value": "#000001"}}"##, "g.blue",
      ##"["#000001FF"]"##
    ),
    (
      ##""g": {"$extends": "{base}", "blue": {"$value": "#000001"}}"##, "g.teal",
      ##"["#0080FF80"]"##
    ),
    (
      ##""one": {"x": {"$type": "number", "a": {"$value": 1}, "b": {"$value": 2}}}, "two": {"$extends": "{one}", "x": {"b": {"$value": 3}}}"##,
      "two.x.a", "1.0"
    ),
    (
      ##""one": {"x": {"$type": "number", "a": {"$value": 1}, "b": {"$value": 2}}}, "two": {"$extends": "{one}", "x": {"b": {"$value": 3}}}"##,
      "two.x.b", "3.0"
    ),
    (##""g": {"$extends": "#/base"}"##, "g.blue", ##"["#0000FFFF"]"##),
    // A token keeps the type that it has where it is written.
    (
      ##""one": {"$type": "number", "x": {"a": {"$value": 1}}}, "two": {"$extends": "{one.x}"}"##,
      "two.a", "1.0"
    ),
    (
      ##""one": {"$type": "number", "x": {"a": {"$value": 1}}}, "two": {"$extends": "{one}", "$type": "color", "c": {"$value": "#0000FF"}}"##,
      "two.x.a", "1.0"
    ),
    (
      ##""one": {"a": {"$type": "number", "$value": 1}}, "two": {"$extends": "{one}", "$type": "color", "c": {"$value": "#0000FF"}}"##,
      "two.c", ##"["#0000FFFF"]"##
    ),
    // In any order, and through others.
    (
      ##""c": {"$extends": "{b}"}, "b": {"$extends": "{a}"}, "a": {"n": {"$type": "number", "$value": 7}}"##,
      "c.n", "7.0"
    ),
    (
      ##""b": {"$extends": "{o.inner}"}, "o": {"$extends": "{a}"}, "a": {"inner": {"n": {"$type": "number", "$value": 7}}}"##,
      "b.n", "7.0"
    ),
    (
      ##""button": {"$type": "number", "primary": {"n": {"$value": 5}}, "danger": {"$extends": "{button.primary}"}}"##,
      "button.danger.n", "5.0"
    ),
    // What is in a group that something extends has what it extends itself.
    (
      ##""brand": {"$extends": "{kit.a}"}, "kit": {"a": {"n": {"$type": "number", "$value": 1}}, "b": {"$extends": "{kit.a}"}}"##,
      "kit.b.n", "1.0"
    ),
    (
      ##""x": {"$extends": "{kit.a}"}, "y": {"$extends": "{kit}"}, "kit": {"a": {"n": {"$type": "number", "$value": 1}}}"##,
      "y.a.n", "1.0"
    ),
  ])
  func aReferenceMeansWhatItLeadsTo(tokens: String, path: String, value: String) throws {
    let read = ThemeFile("{\(tokens), \(Self.base)}")
    #expect(read.errors.map(\.text) == [])
    // Some refer to tokens of types and names that plugins do not read.
    for warning in read.warnings { #expect(warning.text.contains("read"), "\(warning.text)") }
    #expect(try #require(read.theme[UTF8String(path)]).value.text == value)
  }

  @Test(arguments: [
    (
      ##""a": {"$value": "{accent}"}, "accent": {"$root": {"$type": "color", "$value": "#DD0000"}}"##,
      "a.$value", "a: 'accent' is a group, not a token: write {accent.$root} for its own token"
    ),
    (
      ##""a": {"$value": {"$ref": "#/base/bleu/$value"}}"##, "a.$value",
      "a: 'base.bleu' does not exist; did you mean 'base.blue'?"
    ),
    (
      ##""a": {"$type": "number", "$value": {"$ref": "#/base/teal/$value/alhpa"}}"##, "a.$value",
      "a: '#/base/teal/$value/alhpa' does not exist"
    ),
    (
      ##""a": {"$type": "number", "$value": {"$ref": "other.json#/x"}}"##, "a.$value",
      "a: 'other.json#/x' is not a pointer into this theme, such as #/a/b/$value"
    ),
    (
      ##""a": {"$ref": "#/base/bleu"}"##, "a.$ref",
      "a: '#/base/bleu' does not exist; did you mean 'blue'?"
    ),
    (
      ##""a": {"$ref": "other.json#/x"}"##, "a.$ref",
      "a: 'other.json#/x' is not a pointer into this theme, such as #/a/b"
    ),
    (
      ##""a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}"##, "b.$ref",
      "b: refers to itself, or begins a chain of too many groups"
    ),
    (
      ##""a": {"$type": "number", "$value": {"$ref": "#/a/$value/x"}}"##, "a.$value",
      "a: refers to itself, or to too much: write the value out"
    ),
    (
      ##""a": {"$type": "number", "$value": {"$ref": "#/base/teal/$value/components/01"}}"##,
      "a.$value", "a: '#/base/teal/$value/components/01' does not exist"
    ),
    (
      ##""a": {"$type": "number", "$value": {"$ref": "#/base/teal/$value/components/3"}}"##,
      "a.$value", "a: '#/base/teal/$value/components/3' does not exist"
    ),
    (
      ##""a": {"$value": "{s}"}, "s": {"$type": "shadow", "$value": {}}"##, "a.$value",
      "a: 's' is left out: nothing here reads tokens of the type shadow"
    ),
  ])
  func aReferenceThatLeadsNowhereIsSaidSo(tokens: String, place: String, text: String) {
    let read = ThemeFile(
      ##"{\##(tokens), \##(Self.base), "button": {"primary": {"primary": {"$value": "{a}"}}}}"##,
      filledFrom: .builtIn)
    #expect(read.errors.map(\.text) == [text])
    #expect(read.errors.map(\.place) == [place])
    // Where no button needs it, nothing is refused.
    #expect(ThemeFile("{\(tokens), \(Self.base)}", filledFrom: .builtIn).errors == [])
  }

  @Test(arguments: [
    (##""g": {"$extends": "{bsae}"}"##, "g", "'bsae' does not exist; did you mean 'base'?"),
    (##""g": {"$extends": "{base.blue}"}"##, "g", "'base.blue' is a token, not a group"),
    (
      ##""g": {"$extends": 7}"##, "g",
      ##"must name a group: "$extends": "{group}", or "$ref": "#/group""##
    ),
    (
      ##""g": {"$extends": "{g}"}"##, "g", "extends itself, or begins a chain of too many groups"
    ),
    (
      ##""g": {"h": {"$extends": "{g}"}}"##, "g.h",
      "extends itself, or begins a chain of too many groups"
    ),
    (
      ##""g": {"$extends": "{h.x}"}, "h": {"x": {"y": {"$extends": "{g}"}}}"##, "h.x.y",
      "extends itself, or begins a chain of too many groups"
    ),
    (
      ##""s": {"$extends": "{q.r}"}, "q": {"r": {"$extends": "{p}"}}, "p": {"$extends": "{q}"}"##,
      "p", "extends itself, or begins a chain of too many groups"
    ),
  ])
  func aGroupThatExtendsNothingIsNamed(tokens: String, group: String, message: String) {
    let read = ThemeFile("{\(tokens), \(Self.base)}", filledFrom: .builtIn)
    #expect(read.errors == [])
    #expect(read.warnings.first?.place == "\(group).$extends")
    #expect(read.warnings.first?.text == "\(group): '$extends' is ignored: \(message)")
  }

  /// What buttons need may be what the group lacks.
  @Test func aGroupOfEssentialTokensMustExtendWhatIsThere() {
    let read = ThemeFile(
      ##"{"button": {"danger": {"$extends": "{bsae}"}}, \##(Self.base)}"##, filledFrom: .builtIn)
    #expect(
      read.errors.map(\.text) == ["button.danger: 'bsae' does not exist; did you mean 'base'?"])
    #expect(read.errors.map(\.place) == ["button.danger.$extends"])
  }

  @Test func whatAGroupGetsIsNotInTheGroupItExtends() {
    func read(_ first: String) -> ThemeFile {
      ThemeFile(
        ##"""
        {"base": {"g": {"h": {"t1": \##(first)}}},
          "base2": {"h": {"$type": "number", "t2": {"$value": 2}}},
          "x": {"$extends": "{base}", "g": {"$extends": "{base2}"}}}
        """##)
    }
    let theme = read(##"{"$type": "number", "$value": 1}"##).theme
    #expect(theme["base.g.h.t1"]?.value.text == "1.0")
    #expect(theme["base.g.h.t2"] == nil)
    #expect(theme["x.g.h.t1"]?.value.text == "1.0")
    #expect(theme["x.g.h.t2"]?.value.text == "2.0")
    let untyped = read(##"{"$value": 1}"##)
    #expect(untyped.warnings.map(\.place) == ["base.g.h.t1"], "the type of base2.h is not its own")
  }

  /// Each group has the one before twice: in full that were more tokens than a computer has memory.
  @Test func whatGroupsExtendHasABound() {
    var groups = [##""g0": {"n": {"$type": "number", "$value": 1}}"##]
    for index in 1...40 {
      groups.append(
        ##""g\##(index)": {"a": {"$extends": "{g\##(index - 1)}"}, "b": {"$extends": "{g\##(index - 1)}"}}"##
      )
    }
    let errors = ThemeFile("{\(groups.joined(separator: ","))}").errors
    #expect(errors.first?.message == "has 4097 tokens; 4096 are the most", "\(errors)")
    let chain = (1...400).map { ##""g\##($0)": {"$extends": "{g\##($0 - 1)}"}"## }
    let reversed = ThemeFile(
      ##"{\##(chain.reversed().joined(separator: ",")), "g0": {}}"##
    ).warnings
    #expect(
      reversed.contains { $0.message.hasSuffix("itself, or begins a chain of too many groups") },
      "\(reversed)")
  }

  // MARK: Several files

  private func theme(_ texts: [String]) throws -> ThemeFile {
    let parsers = texts.map { _ in JSONParser() }
    let roots = try zip(texts, parsers).map { try $1.parse($0) }
    defer { withExtendedLifetime(parsers) {} }
    return ThemeFile(zip(roots, texts).map { ($0, $1.utf8.count) })
  }

  @Test func ofTwoFilesTheLaterOneCountsAndMayReferToTheEarlier() throws {
    let read = try theme([
      ##"{"brand": {"$type": "color", "violet": {"$value": "#663399"}, "red": {"$value": "#F00"}}}"##,
      ##"{"brand": {"red": {"$value": "#A00"}}, "button": {"primary": {"$value": "{brand.violet}"}}}"##,
    ])
    #expect(read.errors.map(\.text) == [])
    #expect(read.theme["brand.violet"]?.value.text == ##"["#663399FF"]"##)
    #expect(read.theme["brand.red"]?.value.text == ##"["#AA0000FF"]"##)
    #expect(read.theme["button.primary"]?.value.text == ##"["#663399FF"]"##)
  }

  @Test func aMistakeIsInTheFileInWhichItStands() throws {
    let read = try theme([
      ##"{"a": {"$type": "color", "$value": "#12"}, "n": {"$type": "number", "$value": 1}}"##,
      ##"{"b": {"$type": "color", "$value": "{c}"}}"##,
    ])
    #expect(read.warnings.map(\.file) == [0, 1])
    #expect(read.warnings.map(\.token) == ["a", "b"])
  }
}
