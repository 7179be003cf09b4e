import ButtonModel
import JSONRPC
import TestSupport
import Testing

@testable import DaemonConfiguration

@Suite struct YAMLWriterTests {
  /// What is read from the YAML of a JSON text.
  private func roundTrip(_ json: String) throws -> (yaml: String, json: String) {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    let yaml = YAMLWriter.text(of: try parser.parse(json))
    return (
      String(decoding: yaml, as: UTF8.self),
      String(decoding: try YAMLText.read(yaml).json, as: UTF8.self)
    )
  }

  @Test(arguments: [
    #"{"a":{"style":"gray","configuration":{"title":"Add Item"}},"b":{"list":[1,2.5,-0.0,1e300]}}"#,
    #"{"empty":{},"none":[],"nothing":null,"yes":true,"no":false,"text":""}"#,
    #"{"null":"null","true":"true","~":"~","1":"1","0x1F":"0x1F","1e3":"1e3",".inf":"-.inf"}"#,
    ##"{"a: b":"c: d","#":"# no","-":"- item","?":"? key","&a":"*a","!t":"!t","%":"%","@":"`"}"##,
    #"{"spaces":"  both  ","lines":"a\nb\n\n c\n","tab":"\ta","crlf":"a\r\nb","nul":"a\u0000b"}"#,
    #"{"quotes":"'\"\\","braces":"{a: [b]}","comma":"a, b","unicode":"für ✓ 😀","nel":"a\u0085b"}"#,
    #"[[[1],[]],[{"a":[{"b":{}}]}],"---","...","\ufeff","\u2028","=","<<","yes","on","2024-01-01"]"#,
    #"{"int":9223372036854775807,"least":-9223372036854775808,"third":0.3333333333333333}"#,
    #"{"<<":1,"=":{"<<":{"<<":[]}},"":"","~":"","yes":"no","2024-01-01":"1:30","1_000":"0o7"}"#,
  ])
  func everyValueIsReadBackAsItWas(json: String) throws {
    let result = try roundTrip(json)
    #expect(try JSONTree(parsing: result.json) == JSONTree(parsing: json), "\(result.yaml)")
  }

  /// What older readers, or ours in the place of a name, take for something else.
  @Test(arguments: [
    "<<", "=", "~", "", "yes", "No", "on", "OFF", "y", "true", "Null", "1", "-1", "+1", ".5", "1e3",
    "0x1F", "0o17",
    "017", "1_000", "1:30", "2024-01-01", ".inf", "-.INF", ".nan", "-", "---", "- a", "? a", "a: b",
    "# a", "!a", "&a",
    "*a", "|", ">", "%a", "@a", "`a", "{a}", "[a]", ",", "'", "\"", " a", "a ", "a\nb", "\u{FEFF}",
    "\u{2028}",
  ])
  func whatCouldMeanAnotherThingHasQuotes(text: String) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(text)
    writer.string(text)
    writer.endObject()
    let (yaml, json) = try roundTrip(writer.string)
    #expect(try JSONTree(parsing: json) == JSONTree(parsing: writer.string))
    // A name of more than a line stands behind a question mark.
    let name = yaml.hasPrefix("? ") ? yaml.dropFirst(2) : yaml[...]
    #expect(name.first == "\"" || name.first == "'", "\(yaml)")
  }

  @Test func texts() throws {
    #expect(
      try roundTrip(#"{"pay":{"style":"gray","configuration":{"title":"1"},"list":["a",1]}}"#).yaml
        == """
        pay:
          style: gray
          configuration:
            title: "1"
          list:
          - a
          - 1

        """)
  }

  @Test func randomTextsAreReadBack() throws {
    var seed = Seed()
    let pieces = [
      " ", "  ", "\n", "\t", ":", ": ", "#", " #", "-", "- ", "'", "\"", "\\", "a", "ä", "😀", "0",
      ".",
      "[", "]", "{", "}", ",", "&", "*", "!", "|", ">", "%", "@", "`", "?", "~", "\u{85}",
      "\u{2028}",
      "\u{1}", "\u{7F}", "\u{FEFF}", "null", "true", "1e3", "=", "\r", "\u{AD}", "\u{200B}",
      "\u{202E}", "\u{3164}", "\u{E0001}", "<<", "yes", "---", "...", "0x1F", "2024-01-01", ".inf",
      "+",
      String(repeating: "long ", count: 300),
    ]
    for _ in 0..<scaled(2_000) {
      var writer = JSONWriter()
      func text() -> String {
        (0..<Int.random(in: 0...6, using: &seed)).map { _ in
          pieces.randomElement(using: &seed) ?? ""
        }.joined()
      }
      let value = text()
      writer.beginObject()
      writer.key(text())
      writer.beginArray()
      writer.string(value)
      writer.beginObject()
      writer.key(value)
      writer.string(value)
      writer.endObject()
      writer.endArray()
      writer.endObject()
      let json = writer.string
      let result = try roundTrip(json)
      #expect(try JSONTree(parsing: result.json) == JSONTree(parsing: json), "\(result.yaml)")
      // A terminal may show it, and what escapes before that leaves it alone.
      #expect(result.yaml == result.yaml.printableLines)
    }
  }

  @Test func whatCannotBeSeenIsEscaped() throws {
    #expect(
      try roundTrip(#"{"k\u00ad":"a\u202eb\\\u200b","c":"für ✓","d":"\udb40\udc01"}"#)
        .yaml == #"""
          "k\u00AD": "a\u202Eb\\\u200B"
          c: für ✓
          d: "\U000E0001"

          """#)
  }
}
