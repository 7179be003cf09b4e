import TestSupport
import Testing

@testable import JSONRPC

struct JSONElementTests {
  private let parser = JSONParser()

  @Test(arguments: [
    ("{}", JSONKind.object), ("[]", .array), ("\"\"", .string), ("1", .integer), ("-0", .integer),
    ("9223372036854775807", .integer), ("-9223372036854775808", .integer),
    ("9223372036854775808", .outOfRangeInteger), ("18446744073709551615", .outOfRangeInteger),
    ("18446744073709551616", .outOfRangeInteger), ("-9223372036854775809", .outOfRangeInteger),
    ("1e400", .outOfRangeInteger), ("-1e400", .outOfRangeInteger), ("1.0", .double),
    ("1e2", .double), ("1.7976931348623157e308", .double), ("true", .bool), ("false", .bool),
    ("null", .null),
  ])
  func aValueHasItsKind(_ text: String, _ kind: JSONKind) throws {
    #expect(try parser.parse(text).kind == kind)
    let nested = try parser.parse("{\"a\":[\(text)]}")
    #expect(nested.member("a")?.elements.first { _ in true }?.kind == kind)
  }

  @Test func integersKeep64BitsAndAreNoDoubles() throws {
    for value in [Int64.min, -1, 0, 1, 9_007_199_254_740_993, .max] {
      let element = try parser.parse("\(value)")
      #expect(element.int == value)
      #expect(element.double == nil)
      #expect(element.number == Double(value))
    }
    let one = try parser.parse("1.0")
    #expect(one.int == nil)
    #expect(one.double == 1)
    #expect(one.number == 1)
  }

  @Test func accessorsOfOtherKindsAreNil() throws {
    for text in ["{}", "[]", "\"1\"", "null", "9223372036854775808"] {
      let element = try parser.parse(text)
      #expect(element.int == nil)
      #expect(element.double == nil)
      #expect(element.number == nil)
      #expect(element.bool == nil)
    }
    let number = try parser.parse("1")
    #expect(number.text == nil)
    #expect(number.string == nil)
    #expect(number.member("a") == nil)
    #expect(number.count == 0)
    #expect(number.members.map(\.key.string).isEmpty)
    #expect(number.elements.map(\.kind).isEmpty)
  }

  @Test func stringsAreUnescaped() throws {
    let element = try parser.parse(#""a\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00\u0000é😀""#)
    #expect(element.string == "a\"\\/\u{8}\u{C}\n\r\tAé😀\0é😀")
  }

  @Test func membersComeInTheirOrderWithDuplicates() throws {
    let root = try parser.parse(#"{"b":1,"a":{"x":[{}]},"b":[2,3],"":null}"#)
    #expect(root.members.map(\.key.string) == ["b", "a", "b", ""])
    #expect(root.count == 4)
  }

  @Test func ofSeveralMembersWithOneNameTheLastCounts() throws {
    let root = try parser.parse(#"{"a":1,"b":2,"\u0061":3}"#)
    #expect(root.member("a")?.int == 3)
    #expect(root.member("c") == nil)
  }

  @Test func elementsSkipNestedContainers() throws {
    let root = try parser.parse(#"[[1,[2]],{"a":{"b":3}},4,-5.5,"x",[],{},true]"#)
    #expect(
      root.elements.map(\.kind) == [
        .array, .object, .integer, .double, .string, .array, .object, .bool,
      ])
    #expect(root.count == 8)
  }

  @Test func stringsCompareAsBytes() throws {
    for length in 0..<40 {
      let text = String((0..<length).map { _ in "x" })
      let other = text.isEmpty ? "y" : text.dropLast() + "y"
      let root = try parser.parse("[\"\(text)\",\"\(text)\",\"\(other)\",\"\(text)x\"]")
      let strings = root.elements.compactMap(\.text)
      #expect(strings[0] == strings[1])
      #expect(strings[0] != strings[2])
      #expect(strings[0] != strings[3])
      #expect(strings[0] < strings[2])
      #expect(strings[0] < strings[3])
      #expect(!(strings[0] < strings[1]))
    }
    let root = try parser.parse(#"{"state.set":1,"é":2,"ab":3,"":4}"#)
    let keys = root.members.map(\.key)
    #expect(keys[0] == "state.set")
    #expect(!(keys[0] == "state.get"))
    #expect(!(keys[0] == "state.sets"))
    #expect(keys[1] == "é")
    #expect(keys[2] == "ab")
    #expect(keys[3] == "")
    #expect(keys[3].isEmpty)
    #expect(keys[2] < keys[1])
  }

  @Test func literalsAreUsableAsPatterns() throws {
    let method = try #require(try parser.parse("\"state.set\"").text)
    switch method {
    case "state.get": Issue.record("took get for set")
    case "state.set": break
    default: Issue.record("did not know set")
    }
  }

  @Test(.enabled(if: scaled(1) >= 10, "only scripts/soak: it takes a gigabyte"))
  func aContainerWithMoreThanTheTapeCanNoteIsCountedByWalking() throws {
    let limit = 0xFF_FFFF
    for count in [limit - 1, limit, limit + 1] {
      let text = "[" + String(repeating: "1,", count: count - 1) + "1]"
      #expect(try parser.parse(text).count == count)
    }
  }
}
