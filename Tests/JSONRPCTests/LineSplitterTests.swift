import TestSupport
import Testing

@testable import JSONRPC

struct LineSplitterTests {
  /// What a stream cut into `pieces` gives.
  private struct Outcome: Equatable {
    var lines: [String] = []
    var tooLong = 0
  }

  private func split(_ pieces: [[UInt8]], maxLineBytes: Int = 1 << 20) -> Outcome {
    var splitter = LineSplitter(maxLineBytes: maxLineBytes)
    var outcome = Outcome()
    for piece in pieces {
      let padded = PaddedLine(piece, padding: UInt8(ascii: "\n"))
      var rest = padded.bytes
      pieces: while true {
        switch splitter.next(in: &rest) {
        case .line(let line): outcome.lines.append(String(decoding: line, as: UTF8.self))
        case .tooLong: outcome.tooLong += 1
        case .needsInput: break pieces
        }
      }
      #expect(rest.isEmpty)
    }
    return outcome
  }

  @Test(arguments: [
    ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\n\n\r\n \t\r\nb\n", ["a", "b"]),
    ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]), (" a \n", [" a "]), ("a", []), ("", []),
    ("a\nb", ["a"]), ("\n\n\n", []), ("é\n😀\n", ["é", "😀"]),
  ])
  func aStreamIsCutAtItsLineEnds(_ stream: String, _ lines: [String]) {
    #expect(split([Array(stream.utf8)]) == Outcome(lines: lines))
  }

  @Test(arguments: [
    "a\nb\n", "a\r\nbc\r\n\r\n\n d\n", "\r\n", "{\"jsonrpc\":\"2.0\"}\n[1,2]\nhalf",
    "x\r\ry\n\r\r\n",
  ])
  func byteByByteGivesWhatTheWholeGives(_ stream: String) {
    let bytes = Array(stream.utf8)
    let whole = split([bytes])
    #expect(split(bytes.map { [$0] }) == whole)
    for cut in 0...bytes.count {
      #expect(split([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
      for second in cut...bytes.count {
        let pieces = [bytes[..<cut], bytes[cut..<second], bytes[second...]].map { Array($0) }
        #expect(split(pieces) == whole)
      }
    }
  }

  @Test func randomStreamsAreCutTheSameHoweverTheyArrive() {
    var random = Seed()
    let alphabet = Array("abc \t\r\n\n".utf8)
    for _ in 0..<scaled(300) {
      let limit = Int.random(in: 1...24, using: &random)
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let whole = split([bytes], maxLineBytes: limit)
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(rest.count, 30), using: &random)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(split(pieces, maxLineBytes: limit) == whole)
      #expect(split(bytes.map { [$0] }, maxLineBytes: limit) == whole)
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func aLineOfExactlyTheLimitPassesAndOneByteMoreIsTooLong(_ end: String) {
    let fits = Array(("x" + String(repeating: "y", count: 9) + end).utf8)
    let long = Array(("x" + String(repeating: "y", count: 10) + end).utf8)
    for (bytes, outcome) in [
      (fits, Outcome(lines: ["xyyyyyyyyy"])), (long, Outcome(tooLong: 1)),
    ] {
      #expect(split([bytes], maxLineBytes: 10) == outcome)
      #expect(split(bytes.map { [$0] }, maxLineBytes: 10) == outcome)
      for cut in 0...bytes.count {
        #expect(split([Array(bytes[..<cut]), Array(bytes[cut...])], maxLineBytes: 10) == outcome)
      }
    }
  }

  @Test func theDefaultLimitIsOneMebibyte() {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    #expect(split([line + [0x0A]]).lines.map(\.utf8.count) == [1 << 20])
    #expect(split([line + [UInt8(ascii: "x"), 0x0A]]) == Outcome(tooLong: 1))
    #expect(split([line, [UInt8(ascii: "x")]]) == Outcome(tooLong: 1))
  }

  @Test func tooLongIsSaidOnceBeforeTheLineEndsAndNothingFollows() {
    let outcome = split(
      [Array("ok\n0123456789".utf8), Array("x".utf8), Array("\nlost\n".utf8), Array("a\n".utf8)],
      maxLineBytes: 10)
    #expect(outcome == Outcome(lines: ["ok"], tooLong: 1))
  }

  @Test func aWholeLineIsHandedOutWhereItLies() {
    var splitter = LineSplitter()
    let padded = PaddedLine("first\r\nsecond\nthi")
    var rest = padded.bytes
    guard case .line(let first) = splitter.next(in: &rest) else {
      Issue.record("no first line")
      return
    }
    #expect(first.baseAddress == padded.bytes.baseAddress)
    guard case .line(let second) = splitter.next(in: &rest) else {
      Issue.record("no second line")
      return
    }
    #expect(second.baseAddress == padded.bytes.baseAddress.map { $0 + 7 })
    guard case .needsInput = splitter.next(in: &rest) else {
      Issue.record("a third line")
      return
    }
  }

  @Test func memoryOfALargeUnfinishedLineIsGivenBack() {
    var splitter = LineSplitter()
    var lengths: [Int] = []
    func feed(_ bytes: [UInt8]) {
      let padded = PaddedLine(bytes)
      var rest = padded.bytes
      while case .line(let line) = splitter.next(in: &rest) { lengths.append(line.count) }
    }
    #expect(splitter.heldBytes == 0)
    feed([UInt8](repeating: UInt8(ascii: "x"), count: 500_000))
    #expect(splitter.heldBytes >= 500_000)
    feed([0x0A])
    #expect(lengths == [500_000])
    #expect(splitter.heldBytes == 0)
    feed(Array("small".utf8))
    feed([0x0A])
    #expect(lengths == [500_000, 5])
    #expect(splitter.heldBytes <= 1024)
  }

  @Test func anAccumulatedLineCanBeParsedWhereItLies() throws {
    var splitter = LineSplitter()
    let parser = JSONParser()
    var sum: Int64 = 0
    for piece in ["{\"a\":", "4", "1}\n{\"a\"", ":1}\n"] {
      let padded = PaddedLine(piece)
      var rest = padded.bytes
      while case .line(let line) = splitter.next(in: &rest) {
        sum += try parser.parse(line).member("a")?.int ?? 0
      }
    }
    #expect(sum == 42)
  }
}
