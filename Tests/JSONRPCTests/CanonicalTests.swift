import TestSupport
import Testing

@testable import JSONRPC

struct CanonicalTests {
  @Test(arguments: [
    (" { } ", "{}"), ("[ ]", "[]"), ("[1 , 2.50,\t-0 , -0.0, 1e2]", "[1,2.5,0,-0.0,100.0]"),
    (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    (#"{"b":1,"a":2,"b":3,"a":4,"c":5,"b":6}"#, #"{"a":4,"b":6,"c":5}"#),
    (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#), (#"{"":1}"#, #"{"":1}"#),
    (#"{"a":{"d":1,"c":[{"f":1,"e":2}]}}"#, #"{"a":{"c":[{"e":2,"f":1}],"d":1}}"#),
    (#"{"ab":1,"a":2,"B":3,"é":4,"z":5}"#, #"{"B":3,"a":2,"ab":1,"z":5,"é":4}"#),
    (#"{"\uffff":1,"\ud800\udc00":2}"#, "{\"\u{FFFF}\":1,\"\u{10000}\":2}"),
    (#""\u0041\/\u0001\u000a""#, #""A/\u0001\n""#), ("true", "true"), ("null", "null"),
    ("9223372036854775807", "9223372036854775807"), ("1.0", "1.0"), ("1", "1"),
  ])
  func equalValuesShareOneForm(_ text: String, _ expected: String) throws {
    #expect(try canonical(text) == expected)
    #expect(try canonical(expected) == expected)
  }

  @Test func manyMembersInAnyOrder() throws {
    var random = Seed()
    let names = (0..<500).map { "k\($0)" }
    let sorted = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let expected = "{" + sorted.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    for _ in 0..<scaled(20) {
      let first = names.shuffled(using: &random).map { "\"\($0)\":0" }
      let second = names.shuffled(using: &random).map { "\"\($0)\":1" }
      #expect(try canonical("{" + (first + second).joined(separator: ",") + "}") == expected)
    }
  }

  @Test func randomValuesComeBackFromEveryWayOfWritingThem() throws {
    var random = Seed()
    for _ in 0..<scaled(500) {
      let value = SampleValue.random(depth: 5, using: &random)
      var writer = JSONWriter()
      value.write(into: &writer)
      let expected = writer.string
      for _ in 0..<4 {
        let text = value.spelled(using: &random)
        #expect(try canonical(text) == expected, "\(text)")
      }
    }
  }

  @Test func whatStandsBehindAThrownWriteCanBeTakenBack() throws {
    let parser = JSONParser()
    var writer = JSONWriter()
    writer.beginArray()
    let mark = writer.count
    let root = try parser.parse(#"{"a":[1,1e999]}"#)
    #expect(throws: OutOfRangeNumber(path: ".a[1]")) { try writer.canonical(root) }
    writer.truncate(to: mark)
    writer.endArray()
    #expect(writer.string == "[]")
  }
}
