import ButtonModel
import SourceHost
import Testing

@Suite struct SourceParserTests {
  private func source(
    _ format: SourceFormat, key: String? = nil, keys: [String] = []
  ) -> SourceDefinition {
    var source = SourceDefinition("s", ["true"], keys: keys)
    source.format = format
    source.key = key
    return source
  }

  /// The changes as `key=value`, with `-` for a removal, or the fault.
  private func read(_ text: String, _ source: SourceDefinition) -> String {
    read(Array(text.utf8), source)
  }

  private func read(_ bytes: [UInt8], _ source: SourceDefinition) -> String {
    do throws(SourceFault) {
      let changes = try SourceParser(source).changes(in: bytes)
      return changes.map { "\($0.key)=\($0.value.map { value in "\(value)" } ?? "-")" }
        .joined(separator: " ")
    } catch {
      return "\(error.kind): \(error)"
    }
  }

  @Test(arguments: [
    (
      #"{"audio.volume": 0.5, "audio.muted": true}"#,
      "audio.volume=double(0.5) audio.muted=bool(true)"
    ),
    (#"{"audio.volume": null}"#, "audio.volume=-"),
    ("{}", ""),
    (#"{"audio.list": [1, {"b": 2, "a": 1}]}"#, #"audio.list=json([1,{"a":1,"b":2}])"#),
    (#"{"till.total": 1}"#, "key: the key 'till.total' is not covered by its keys, audio.*"),
    (
      #"{"audio.a": 1, "till.total": 1}"#,
      "key: the key 'till.total' is not covered by its keys, audio.*"
    ),
    (#"{"audio.ä": 1}"#, "key: 'audio.ä' is not a state key"),
    ("[1]", "format: a line must be an object of keys and values, not '[1]'"),
    (#"{"audio.a": 1"#, #"format: '{"audio.a": 1' is not JSON"#),
    (#"{"audio.a": 1e999}"#, "format: 1e999"),
  ])
  func objectsBecomeChangesOfTheirKeys(text: String, expected: String) {
    let found = read(text, source(.json, keys: ["audio.*"]))
    if expected.hasSuffix("1e999") {
      #expect(found.hasPrefix("format: "), "\(found)")
    } else {
      #expect(found == expected)
    }
  }

  @Test func aDeepDocumentIsRefused() {
    let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    #expect(read(deep, source(.json, key: "a")).contains("nested more than 64 deep"))
  }

  @Test func bytesThatAreNoTextAreRefused() {
    let bad: [UInt8] = [0x22, 0xFF, 0x22]
    #expect(read(bad, source(.json, key: "a")).hasPrefix("format: "))
    #expect(read(bad, source(.text, key: "a")) == "format: '\"\u{FFFD}\"' is not UTF-8")
    #expect(read([0x31, 0x00], source(.number, key: "a")).hasPrefix("format: "))
  }

  @Test(arguments: [
    ("42", "a=int(42)"), (" 42 \n", "a=int(42)"), ("-3.5e1", "a=double(-35.0)"),
    ("9223372036854775807", "a=int(9223372036854775807)"),
    ("08", "a=int(8)"), ("-00", "a=int(0)"), (".33", "a=double(0.33)"), ("-.5", "a=double(-0.5)"),
    ("+5", "a=int(5)"), ("5.", "a=int(5)"), ("1.e+2", "a=double(100.0)"),
    ("", "format: '' is not a number"), ("4 2", "format: '4 2' is not a number"),
    (".", "format: '.' is not a number"), ("1e", "format: '1e' is not a number"),
    ("+-1", "format: '+-1' is not a number"), ("1,5", "format: '1,5' is not a number"),
    ("true", "format: 'true' is not a number"), ("nan", "format: 'nan' is not a number"),
    ("0x10", "format: '0x10' is not a number"),
  ])
  func numbersAreReadAsToolsWriteThem(text: String, expected: String) {
    #expect(read(text, source(.number, key: "a")) == expected)
  }

  @Test(arguments: ["1e999", "99999999999999999999999999999999999999", "-1e400"])
  func numbersThatNothingHoldsAreRefused(text: String) {
    let found = read(text, source(.number, key: "a"))
    #expect(found.hasPrefix("format: ") || found.hasPrefix("a=double(9.99"), "\(found)")
  }

  @Test(arguments: [
    ("true", true), ("Yes\n", true), ("ON", true), ("1", true), ("false", false), ("no", false),
    ("off", false), (" 0 ", false),
  ])
  func yesAndNoHaveManyNames(text: String, expected: Bool) {
    #expect(read(text, source(.bool, key: "a")) == "a=bool(\(expected))")
  }

  @Test(arguments: ["", "2", "truely", "trueeeeeeeeeeeee"])
  func otherWordsAreNeitherYesNorNo(text: String) {
    #expect(read(text, source(.bool, key: "a")).contains("neither true nor false"))
  }

  @Test func textLosesTheEndsOfItsLinesAlone() {
    #expect(read("  a b \r\n\n", source(.text, key: "t")) == "t=string(  a b )")
    #expect(read("a\nb\n", source(.text, key: "t")) == "t=string(a\nb)")
    #expect(read("", source(.text, key: "t")) == "t=string()")
  }

  @Test func aModuleOfWaybarHasAKeyForEachMember() {
    let text = #"{"text": "5 %", "class": ["low", "b"], "percentage": 5, "other": 1}"#
    #expect(
      read(text, source(.waybar, key: "bat"))
        == #"bat.text=string(5 %) bat.alt=- bat.tooltip=- bat.class=json(["low","b"]) bat.percentage=int(5)"#
    )
    #expect(read("5", source(.waybar, key: "bat")).contains("prints an object"))
  }

  @Test func anyValueGoesToTheOneKeyOfJSON() {
    #expect(read(#"{"x": 1}"#, source(.json, key: "a.b")) == #"a.b=json({"x":1})"#)
    #expect(read("null", source(.json, key: "a.b")) == "a.b=-")
  }

  @Test(arguments: [
    ("Salt &amp; <b>Pepper</b> &lt;3", "Salt & Pepper <3"),
    ("<span color='#f00' size=\"x-large\">a</span>", "a"),
    ("&#9829; &#x2665;", "♥ ♥"), ("Tom & Jerry <3", "Tom & Jerry <3"),
    ("a <c> &nope; <b", "a <c> &nope; <b"),
    ("&quot;&apos;&gt;", "\"'>"), ("", ""), ("&amp;lt;", "&lt;"),
    ("&#xD800; &#99999999999;", "&#xD800; &#99999999999;"),
  ])
  func markupOfWaybarComesInAsItsText(markup: String, text: String) {
    #expect(PangoMarkup.text(of: markup) == text)
  }

  /// So a line of a megabyte costs what its length does.
  @Test func afterAHundredTagsWithoutAnEndTheRestIsNoMarkup() {
    let open = "<b" + String(repeating: " ", count: 1_000)
    let some = String(repeating: open, count: 99)
    #expect(PangoMarkup.text(of: some + "<i>&amp;</i>") == some + "&")
    #expect(PangoMarkup.text(of: some + open + "<i>&amp;</i>") == some + open + "<i>&amp;</i>")
    let flood = String(repeating: "<b ", count: 300_000)
    #expect(PangoMarkup.text(of: flood) == flood)
  }

  @Test func aWordForNoValueIsNoValueOfNumbersAndBooleans() {
    for format in [SourceFormat.number, .bool] {
      let parser = SourceParser(source(format, key: "a"))
      for word in ["nan", "NaN\n", "unavailable", "Unknown", "None", "", "  \n"] {
        #expect(parser.word(in: Array(word.utf8)) != nil, "\(format) \(word)")
      }
      #expect(parser.word(in: Array("1".utf8)) == nil)
    }
    #expect(SourceParser(source(.text, key: "a")).word(in: Array("unknown".utf8)) == nil)
    var own = source(.number, key: "a")
    own.noValue = ["-127"]
    #expect(SourceParser(own).word(in: Array("-127\n".utf8)) == "-127")
    #expect(SourceParser(own).word(in: Array("nan".utf8)) == nil)
  }
}
