import Testing

@testable import JSONRPC

struct JSONParserTests {
  @Test(arguments: [
    "{}", "[]", "1", "-0", "1e-400", "\"\"", "null", " true ", "\t[1 , 2]\r", "\"\\u0000\"",
    "\"\\ud83d\\ude00\"", "\"\u{10FFFF}\"", "{\"a\":1,\"a\":2}", "123456789012345678901234567890.5",
  ])
  func documentsAreAccepted(_ text: String) {
    #expect(parseError(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "", " ", "\r", "nul", "nulll", "True", "NaN", "Infinity", "01", "1.", ".5", "+1", "-", "1e",
    "1e+", "0x10", "1 2", "[1,]", "[,1]", "[1 2]", "[", "]", "[1}", "{", "{\"a\"}", "{\"a\":}",
    "{\"a\":1,}", "{a:1}", "{1:1}", "{'a':1}", "{}x", "{} {}", "{}\n{}", "\"", "\"a", "\"\\\"",
    "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\t\"", "\"a\"b", "// c\n1", "[1]//", "1e400x",
    "[1e400,01]", "[18446744073709551616,]", "{\"a\":99999999999999999999", "\u{FEFF}{}",
    "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"", "\"\\udc00\\ud800\"",
  ])
  func textThatIsNotJSONIsASyntaxError(_ text: String) {
    #expect(parseError(Array(text.utf8)) == .syntax)
  }

  @Test(arguments: [
    ("a NUL outside", [0x7B, 0x00, 0x7D]), ("a NUL behind", [0x7B, 0x7D, 0x00]),
    ("a NUL in a string", [0x22, 0x61, 0x00, 0x22]), ("a stray byte", [0x22, 0xFF, 0x22]),
    ("a lone continuation", [0x22, 0x80, 0x22]), ("an overlong NUL", [0x22, 0xC0, 0x80, 0x22]),
    ("a surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22]),
    ("half a character", [0x22, 0xE2, 0x82, 0x22]),
    ("beyond Unicode", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]),
    ("a byte order mark", [0xEF, 0xBB, 0xBF]),
  ])
  func bytesThatAreNotTextAreASyntaxError(_ name: String, _ bytes: [UInt8]) {
    #expect(parseError(bytes) == .syntax, "\(name)")
  }

  @Test(arguments: ["", "1", "\"\"", "[]", "{}", "{\"a\":1}", "[1]"])
  func nestingOf64IsFineAnd65IsTooDeep(_ innermost: String) {
    let own = innermost.hasPrefix("[") || innermost.hasPrefix("{") ? 1 : 0
    for (open, close) in [("[", "]"), ("{\"k\":", "}")] where innermost != "" || open == "[" {
      func nested(_ depth: Int) -> [UInt8] {
        let outer = depth - own
        return Array(
          (String(repeating: open, count: outer) + innermost
            + String(repeating: close, count: outer)).utf8)
      }
      for depth in [1, 62, 63, 64] { #expect(parseError(nested(depth)) == nil, "\(depth)") }
      for depth in [65, 66, 67, 1000, 100_000] {
        #expect(parseError(nested(depth)) == .tooDeep, "\(depth)")
      }
    }
  }

  @Test func bracketsInStringsAreNoDepth() {
    let brackets = String(repeating: "[\\\"{", count: 100)
    let text =
      String(repeating: "[", count: 64) + "\"\(brackets)\"" + String(repeating: "]", count: 64)
    #expect(parseError(Array(text.utf8)) == nil)
  }

  @Test func depthAndNumbersOutOfRangeTogether() throws {
    for (depth, error) in [(64, nil), (65, JSONParseError.tooDeep)] {
      for inner in ["1e999", "[1e999]", "1e999,[]"] {
        let outer = depth - (inner.contains("[") ? 1 : 0)
        let text =
          String(repeating: "[", count: outer) + inner + String(repeating: "]", count: outer)
        #expect(parseError(Array(text.utf8)) == error)
      }
    }
  }

  @Test func aParserOfTheDaemonsLinesReadsDeeper() throws {
    let parser = JSONParser(maxDepth: JSONParser.maxWrittenDepth)
    for (depth, isRead) in [(64, true), (72, true), (73, false), (10_000, false)] {
      let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
      #expect(((try? parser.parse(text)) != nil) == isRead, "\(depth)")
    }
  }

  @Test func whatLiesBehindTheLineDoesNotMatter() throws {
    let parser = JSONParser()
    for padding: UInt8 in [0, 0x20, 0x22, 0x30, 0x5C, 0x5D, 0x65, 0x7D, 0xFF] {
      let number = PaddedLine("12", padding: padding)
      #expect(try parser.parse(number.bytes).int == 12)
      let big = PaddedLine("1e99", padding: padding)
      #expect(try parser.parse(big.bytes).double == 1e99)
      let huge = PaddedLine("1e999", padding: padding)
      #expect(try parser.parse(huge.bytes).isOutOfRangeInteger)
      let open = PaddedLine("[1", padding: padding)
      #expect(throws: JSONParseError.syntax) { _ = try parser.parse(open.bytes) }
    }
  }

  @Test func aLongLineGrowsTheParserAndShortOnesShrinkIt() throws {
    let parser = JSONParser()
    let long = PaddedLine("[\"" + String(repeating: "x", count: 1 << 20) + "\"]")
    let short = PaddedLine("[1]")
    _ = try parser.parse(short.bytes)
    let small = parser.capacity
    _ = try parser.parse(long.bytes)
    #expect(parser.capacity >= 1 << 20)
    for _ in 0..<1024 { _ = try parser.parse(short.bytes) }
    #expect(parser.capacity == small)
    #expect(try parser.parse(short.bytes).elements.first { _ in true }?.int == 1)
  }

  @Test func aParserGoesOnAfterEveryError() throws {
    let parser = JSONParser()
    let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    for text in ["{", "", "[1e999,01]", deep, "\"\\ud800\""] {
      #expect(throws: JSONParseError.self) { _ = try parser.parse(text) }
      #expect(try parser.parse("{\"a\":7}").member("a")?.int == 7)
    }
  }
}
