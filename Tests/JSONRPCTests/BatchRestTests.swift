import TestSupport
import Testing

@testable import JSONRPC

/// What is left of a batch is read in parts, each of which is a batch.
@Suite struct BatchRestTests {
  /// Values of all kinds, with what a careless scanner would trip over.
  private static let values = [
    #"{"a":[1,{"b":"]"}],"c":"\\\""}"#, #"[ ]"#, #"[[],{}]"#, #""],[""#, #"-1.5e3"#, "true", "null",
    #"{"long":"\#(String(repeating: "x", count: 9_000))"}"#, #""é\u0041""#,
    "12345678901234567890123",
  ]

  private func space(_ seed: inout Seed) -> String {
    ["", "", " ", "\t ", "\r"].randomElement(using: &seed) ?? ""
  }

  @Test func everyMemberIsReadOnceInOrder() throws {
    var seed = Seed()
    let parser = JSONParser()
    for _ in 0..<scaled(300) {
      let members = (0..<Int.random(in: 1..<12, using: &seed)).map { _ in
        BatchRestTests.values.randomElement(using: &seed) ?? ""
      }
      let list = members.map { space(&seed) + $0 + space(&seed) }.joined(separator: ",")
      let text = Array("\(space(&seed))[\(list)]\(space(&seed))".utf8)
      let skipped = Int.random(in: 0..<members.count, using: &seed)
      var rest = text.withUnsafeBytes { BatchRest($0, after: skipped) }
      var read: [String] = []
      while !rest.isEmpty, read.count <= members.count {
        try readOn(&rest, parser, &read, &seed)
      }
      #expect(read == Array(members[skipped...]), "seed \(seed.value)")
    }
  }

  /// Reads at least one member, as it is written.
  private func readOn(
    _ rest: inout BatchRest, _ parser: JSONParser, _ read: inout [String], _ seed: inout Seed
  ) throws {
    var failure: JSONParseError?
    rest.readOn { line in
      do throws(JSONParseError) {
        let count = try parser.parse(line).elements.reduce(0) { count, _ in count + 1 }
        let taken = Int.random(in: 1...max(1, count), using: &seed)
        var scanner = RawScanner(line)
        scanner.enterContainer()
        for _ in 0..<taken {
          let start = scanner.offset
          scanner.skipValue()
          read.append(String(decoding: line[start..<scanner.offset], as: UTF8.self))
          scanner.nextItem()
        }
        return taken
      } catch {
        failure = error
        return 1
      }
    }
    if let failure { throw failure }
  }

  @Test func aPartHasNoMoreThanItsShareOfALongBatch() {
    let text = Array("[\(Array(repeating: "12345678", count: 10_000).joined(separator: ","))]".utf8)
    var rest = text.withUnsafeBytes { BatchRest($0, after: 0) }
    rest.readOn { line in
      #expect(line.count > 1_000 && line.count < 20_000)
      return 1
    }
    #expect(!rest.isEmpty)
  }

  @Test func aSingleLineIsABatchOfOne() {
    let text = Array(#" {"id":1} "#.utf8)
    var rest = text.withUnsafeBytes { BatchRest(single: $0) }
    rest.readOn { line in
      #expect(String(decoding: line, as: UTF8.self) == #"[{"id":1}]"#)
      return 1
    }
    #expect(rest.isEmpty)
  }
}
