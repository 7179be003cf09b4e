import ButtonModel
import JSONRPC
import Testing

@testable import FleetLink

/// The values that daemons and engines share are the same on both sides, as texts.
@Suite struct ValueTests {
  @Test func textsOfNumbersAndChainsReadBack() {
    let request = RequestNumber(Life(rawValue: 0x0123_4567_89AB_CDEF), 42)
    #expect(request.description == "0123456789abcdef:42")
    #expect(RequestNumber(request.text) == request)
    let chain = Chain(rawValue: 0xFEDC_BA98_0000_0001)
    #expect(chain.description == "fedcba9800000001")
    #expect(Chain(chain.text.bytes) == chain)
  }

  @Test(arguments: [
    "", ":", "0123456789abcdef", "0123456789abcdef:", "0123456789abcdef:0", "0123456789abcdeg:1",
    "0123456789abcdef:01", "0123456789abcdef:-1", "0123456789ABCDEF:1", "123456789abcdef:1",
    "0123456789abcdef:9007199254740993",
  ])
  func noOtherTextIsARequestNumber(_ text: String) {
    #expect(RequestNumber(UTF8String(text)) == nil)
  }

  /// Compared with `printf '%s' … | sha1sum`.
  @Test func aChainIsTheHashOfAllBeforeIt() {
    let first = Chain(rawValue: 0).adding(RequestNumber(Life(rawValue: 1), 1), "stock 1")
    #expect(first.description == "02e62fd0814c8770")
  }

  @Test(
    arguments: [
      .ok(revision: 12), .same(revision: 0), .conflict(key: "stock.apple", revision: 7), .unknown,
      .fork, .bad(index: 2), .lost, .full,
    ] as [RequestOutcome])
  func outcomesReadBack(_ outcome: RequestOutcome) {
    #expect(RequestOutcome(outcome.text) == outcome)
    for answer in [EngineAnswer.first(outcome), .duplicate(outcome)] {
      #expect(EngineAnswer(answer.text) == answer)
    }
  }

  @Test func otherAnswersReadBack() {
    for answer in [EngineAnswer.duplicate(nil), .gap(last: 0), .gap(last: 12)] {
      #expect(EngineAnswer(answer.text) == answer)
    }
    for text in ["", "dup", "dup dup ok 1", "dup ", "gap", "gap x", "gone"] {
      #expect(EngineAnswer(UTF8String(text)) == nil)
    }
  }

  @Test(arguments: ["", "ok", "ok x", "ok 1 2", "conflict 3", "gone", "unknown 1", "bad -1"])
  func noOtherTextIsAnOutcome(_ text: String) {
    #expect(RequestOutcome(UTF8String(text)) == nil)
  }

  @Test func valuesReadBackFromTheirTexts() throws {
    let parser = JSONParser()
    let values: [StateValue] = [
      .null, .bool(true), .int(.min), .int(.max), .double(0.1), .double(-0.0), .string("a\n\"é"),
      .json(#"{"a":[1,2.5]}"#),
    ]
    for value in values {
      let text = value.fleetText
      #expect(!text.bytes.contains(UInt8(ascii: "\n")))
      #expect(text.bytes.withUnsafeBytes { StateValue(fleetText: $0, with: parser) } == value)
    }
    let engines = Array("0.10000000000000001".utf8)
    #expect(
      engines.withUnsafeBytes { StateValue(fleetText: $0, with: parser) } == .double(0.1))
  }

  @Test(arguments: ["", "1 2", "{", "[1,]", "1e999", "nul", "12345678901234567890123"])
  func noOtherTextIsAValue(_ text: String) {
    let parser = JSONParser()
    let value = Array(text.utf8).withUnsafeBytes { StateValue(fleetText: $0, with: parser) }
    #expect(value == nil)
  }
}
