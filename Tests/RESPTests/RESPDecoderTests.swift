import RESP
import TestSupport
import Testing

/// Replies come out of bytes in any pieces, and out of any bytes something comes that is bounded.
@Suite struct RESPDecoderTests {
  /// All replies of the bytes, given in pieces, and the error that ended them.
  private func replies(
    _ bytes: [UInt8], pieces: [Int] = [], limits: RESPLimits = RESPLimits()
  ) -> (values: [RESPValue], error: RESPError?) {
    var decoder = RESPDecoder(limits: limits)
    var values: [RESPValue] = []
    var rest = bytes[...]
    var pieces = pieces[...]
    repeat {
      let count = pieces.popFirst() ?? rest.count
      decoder.append(rest.prefix(count))
      rest = rest.dropFirst(count)
      do throws(RESPError) {
        while let value = try decoder.next() { values.append(value) }
      } catch {
        return (values, error)
      }
    } while !rest.isEmpty
    return (values, nil)
  }

  @Test(arguments: [
    ("+OK\r\n", RESPValue.text(Array("OK".utf8))),
    ("+\r\n", .text([])),
    ("-ERR no\r\n", .error(Array("ERR no".utf8))),
    (":0\r\n", .integer(0)),
    (":-9223372036854775808\r\n", .integer(.min)),
    (":9223372036854775807\r\n", .integer(.max)),
    ("$0\r\n\r\n", .bulk([])),
    ("$4\r\na\r\nb\r\n", .bulk(Array("a\r\nb".utf8))),
    ("$-1\r\n", .null), ("*-1\r\n", .null), ("*0\r\n", .array([])),
    ("*2\r\n*1\r\n:1\r\n$-1\r\n", .array([.array([.integer(1)]), .null])),
  ])
  func eachTypeIsRead(_ text: String, _ value: RESPValue) {
    let bytes = Array(text.utf8)
    #expect(replies(bytes + bytes).values == [value, value])
    #expect(replies(bytes + bytes, pieces: bytes.map { _ in 1 }).values == [value, value])
    #expect(replies(bytes.dropLast()).values == [])
  }

  @Test(arguments: [
    ("x\r\n", RESPError.unknownType(UInt8(ascii: "x"))),
    ("\r\n", .unknownType(UInt8(ascii: "\r"))),
    ("+OK\n", .missingLineEnd), ("\n", .missingLineEnd), ("$1\r\nabc", .missingLineEnd),
    (":\r\n", .malformedNumber), (":-\r\n", .malformedNumber), (":1x\r\n", .malformedNumber),
    (":+1\r\n", .malformedNumber), (":9223372036854775808\r\n", .malformedNumber),
    (":-9223372036854775809\r\n", .malformedNumber), ("$-2\r\n", .malformedNumber),
    ("*-2\r\n", .malformedNumber), ("$9223372036854775807\r\n", .tooLarge),
    ("*9223372036854775807\r\n", .tooLarge),
  ])
  func malformedRepliesAreErrors(_ text: String, _ error: RESPError) {
    let bytes = Array(text.utf8)
    #expect(replies(Array(":7\r\n".utf8) + bytes) == ([.integer(7)], error))
    #expect(replies(bytes, pieces: bytes.map { _ in 1 }).error == error)
  }

  @Test func everySizeIsBounded() {
    var limits = RESPLimits()
    limits.lineBytes = 8
    limits.bulkBytes = 6
    limits.replyBytes = 200
    limits.depth = 2
    func error(_ text: String) -> RESPError? { replies(Array(text.utf8), limits: limits).error }
    #expect(error("+1234567890") == .tooLarge)
    #expect(error("+123456\r\n") == nil)
    #expect(error("+1234567\r\n") == .tooLarge)
    #expect(error("$6\r\n123456\r\n") == nil)
    #expect(error("$7\r\n") == .tooLarge)
    #expect(error("*1\r\n*1\r\n:1\r\n") == nil)
    #expect(error("*1\r\n*1\r\n*1\r\n") == .tooLarge)
    #expect(error("*5\r\n:1\r\n:1\r\n:1\r\n:1\r\n:1\r\n") == nil)
    #expect(error("*6\r\n:1\r\n:1\r\n:1\r\n:1\r\n:1\r\n:1\r\n") == .tooLarge)
    #expect(error("*7\r\n") == .tooLarge)
  }

  @Test func aFailedDecoderStaysFailed() {
    var decoder = RESPDecoder()
    decoder.append(Array("?\r\n".utf8))
    #expect(throws: RESPError.unknownType(UInt8(ascii: "?"))) { try decoder.next() }
    decoder.append(Array(":1\r\n".utf8))
    #expect(throws: RESPError.unknownType(UInt8(ascii: "?"))) { try decoder.next() }
  }

  @Test func piecesMakeNoDifference() {
    var seed = Seed()
    for _ in 0..<scaled(200) {
      let values = (0..<3).map { _ in randomValue(&seed, depth: 3) }
      var bytes = values.flatMap { encoded($0) }
      if Bool.random(using: &seed), let index = bytes.indices.randomElement(using: &seed) {
        bytes[index] = UInt8.random(in: 0...255, using: &seed)
      }
      let whole = replies(bytes)
      let pieces = bytes.map { _ in Int.random(in: 1...5, using: &seed) }
      #expect(replies(bytes, pieces: pieces) == whole)
    }
  }

  @Test func repliesReadBack() {
    var seed = Seed()
    for _ in 0..<scaled(200) {
      let values = (0..<3).map { _ in randomValue(&seed, depth: 3) }
      #expect(replies(values.flatMap { encoded($0) }).values == values)
    }
  }

  @Test func aCommandIsAnArrayOfBulks() {
    var command = RESPCommand("SET", "k")
    command.append([0, 13, 10])
    #expect(
      replies(command.bytes).values == [
        .array([.bulk(Array("SET".utf8)), .bulk(Array("k".utf8)), .bulk([0, 13, 10])])
      ])
  }

  private func randomValue(_ seed: inout Seed, depth: Int) -> RESPValue {
    let bytes = (0..<Int.random(in: 0...20, using: &seed)).map { _ in
      UInt8.random(in: 32...126, using: &seed)
    }
    switch Int.random(in: 0...(depth > 0 ? 5 : 4), using: &seed) {
    case 0: return .text(bytes)
    case 1: return .error(bytes)
    case 2: return .integer(Int64.random(in: .min ... .max, using: &seed))
    case 3: return .null
    case 4: return .bulk(bytes + [13, 10] + bytes)
    default:
      return .array(
        (0..<Int.random(in: 0...4, using: &seed)).map { _ in
          randomValue(&seed, depth: depth - 1)
        })
    }
  }

  private func encoded(_ value: RESPValue) -> [UInt8] {
    let end = Array("\r\n".utf8)
    switch value {
    case .text(let bytes): return Array("+".utf8) + bytes + end
    case .error(let bytes): return Array("-".utf8) + bytes + end
    case .integer(let value): return Array(":\(value)\r\n".utf8)
    case .bulk(let bytes): return Array("$\(bytes.count)\r\n".utf8) + bytes + end
    case .array(let values):
      return Array("*\(values.count)\r\n".utf8) + values.flatMap { encoded($0) }
    case .null: return Array("$-1\r\n".utf8)
    }
  }
}
