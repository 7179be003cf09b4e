import Testing

@testable import JSONRPC

struct OutOfRangeNumberTests {
  private let parser = JSONParser()

  @Test(arguments: [
    ("99999999999999999999", ""), ("[1,18446744073709551616]", "[1]"), ("[1e400]", "[0]"),
    ("[-1e400,1]", "[0]"), (#"{"a":{"b":[0,-9223372036854775809]}}"#, ".a.b[1]"),
    (#"{"z":1,"checkout.itemCount":1E999}"#, ".checkout.itemCount"),
    (#"{"s":"1e999 \" 99999999999999999999","t":[[],[ 1.5e+999 ]]}"#, ".t[1][0]"),
    (#"[9223372036854775808]"#, "[0]"),
  ])
  func theWriterNamesItsPlace(_ text: String, _ path: String) throws {
    let root = try parser.parse(text)
    var writer = JSONWriter()
    #expect(throws: OutOfRangeNumber(path: path)) { try writer.canonical(root) }
  }

  @Test func everythingElseInItsLineStaysAsItIs() throws {
    let root = try parser.parse(
      #"{"id":"1e999","big":1e999,"s":"\"99999999999999999999","n":[1,2.5,-3,0,1e-999]}"#)
    #expect(root.member("id")?.string == "1e999")
    #expect(root.member("big")?.isOutOfRangeInteger == true)
    #expect(root.member("s")?.string == "\"99999999999999999999")
    #expect(try root.member("n").map { try text(of: $0) } == "[1,2.5,-3,0,0.0]")
  }

  @Test func aSecondLineFindsTheScratchClean() throws {
    #expect(try parser.parse("[1e999,99999999999999999999999999]").count == 2)
    #expect(try parser.parse("[1e999]").count == 1)
    #expect(throws: JSONParseError.syntax) { _ = try parser.parse("[1e999") }
    #expect(try parser.parse("[99999999999999999999999999,2,3]").count == 3)
  }

  @Test func manyInOneLongLine() throws {
    let count = 50_000
    let root = try parser.parse(
      "[" + Array(repeating: "1e999", count: count).joined(separator: ",") + "]")
    #expect(root.count == count)
    #expect(root.elements.allSatisfy { $0.isOutOfRangeInteger })
  }

  private func text(of element: JSONElement) throws -> String {
    var writer = JSONWriter()
    try writer.canonical(element)
    return writer.string
  }
}
