import TestSupport
import Testing

@testable import JSONRPC

/// A line that is JSON but for what no request may hold can be refused by its id.
struct FaultyLineTests {
  private let parser = JSONParser()

  private func fault(_ text: String) throws -> (FaultyLine.Fault, String, String)? {
    let line = PaddedLine(text)
    guard let faulty = FaultyLine(line.bytes) else { return nil }
    return (faulty.fault, faulty.path, String(decoding: faulty.repaired, as: UTF8.self))
  }

  @Test(arguments: [
    (#"{"id":1,"a":"x\ud83dy"}"#, "a", #"{"id":1,"a":"x\ufffdy"}"#),
    (#"{"id":1,"a":{"b.c":[0,"\uDE00"]}}"#, "a.b.c[1]", #"{"id":1,"a":{"b.c":[0,"\ufffd"]}}"#),
    (#"{"a\udc00":1}"#, #"a\udc00"#, #"{"a\ufffd":1}"#),
    (#"["\ud83d\u0041","\ud83d\ud83d\ude00"]"#, "[0]", #"["\ufffd\u0041","\ufffd\ud83d\ude00"]"#),
    (#"[{},[],"\\\ud800"]"#, "[2]", #"[{},[],"\\\ufffd"]"#),
  ])
  func halfOfAPairIsFound(_ text: String, _ path: String, _ repaired: String) throws {
    let found = try #require(try fault(text))
    #expect(found == (.halfOfPair, path, repaired))
    #expect(throws: Never.self) { try parser.parse(repaired) }
  }

  @Test func whatIsNestedTooDeepIsCutOut() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try fault(#"{"id":1,"a":\#(nested(63))}"#)?.0 == nil)
    let found = try #require(try fault(#"{"id":1,"a":\#(nested(64)),"b":["]"]}"#))
    #expect(found.0 == .tooDeep && found.1 == "a[0][0][0][0][0][0][0]")
    let root = try parser.parse(found.2)
    #expect(root.member("id")?.int == 1 && root.member("b")?.count == 1)
  }

  @Test(arguments: [
    "", "{}", "hello?", #"{"a":"\ud83d\ude00","b":"\\ud83d","c":"\u00e4"}"#, #"{"a":"\ud8"}"#,
    #""\"#,
  ])
  func otherLinesHaveNone(_ text: String) throws {
    #expect(try fault(text)?.0 == nil)
  }
}
