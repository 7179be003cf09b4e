import SourceHost
import Testing

@Suite struct SourceLineReaderTests {
  private func texts(_ reader: inout SourceLineReader) -> [String] {
    var texts: [String] = []
    while let event = reader.next() {
      switch event {
      case .line(let bytes): texts.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: texts.append("(too long)")
      }
    }
    return texts
  }

  private func feed(_ text: [UInt8], by size: Int, limit: Int) -> (lines: [String], most: Int) {
    var reader = SourceLineReader(maximumLineBytes: limit)
    var lines: [String] = []
    var most = 0
    var rest = text[...]
    while !rest.isEmpty {
      Array(rest.prefix(size)).withUnsafeBytes { reader.receive($0) }
      rest = rest.dropFirst(size)
      lines += texts(&reader)
      most = max(most, reader.pendingBytes)
    }
    return (lines, most)
  }

  @Test func linesComeOutWholeHoweverTheyArrive() {
    let text = Array("one\n\n  \ntwo\r\nthr\u{e9}e\nrest".utf8)
    for size in 1...text.count {
      #expect(feed(text, by: size, limit: 8).lines == ["one", "two", "thr\u{e9}e"], "\(size)")
    }
  }

  @Test func aLongLineIsLeftOutOnceAndTheNextIsTaken() {
    let text =
      Array("a\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 100)
      + Array("\nb\n".utf8) + Array(repeating: UInt8(ascii: "y"), count: 9) + Array("\nc\n".utf8)
    for size in [1, 2, 7, 8, 9, 10, 50, 101, 200] {
      let (lines, _) = feed(text, by: size, limit: 8)
      #expect(lines == ["a", "(too long)", "b", "(too long)", "c"], "\(size)")
    }
  }

  @Test func aLineAtTheLimitIsTakenWithEitherEnd() {
    for end in ["\n", "\r\n"] {
      for size in [1, 3, 20] {
        let text = Array("12345678\(end)".utf8)
        #expect(feed(text, by: size, limit: 8).lines == ["12345678"], "\(size)")
      }
    }
  }

  @Test func memoryStaysFlatInALineWithoutEnd() {
    let flood = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let (lines, most) = feed(flood + [0x0A, 0x61, 0x0A], by: 4_096, limit: 1_000)
    #expect(lines == ["(too long)", "a"])
    #expect(most <= 1_001)
  }

  @Test func linesWaitUntilTheyAreTakenOut() {
    var reader = SourceLineReader(maximumLineBytes: 8)
    Array("1\n2\n3\n4".utf8).withUnsafeBytes { reader.receive($0) }
    #expect(reader.next() == .line([0x31]))
    Array("5\n".utf8).withUnsafeBytes { reader.receive($0) }
    #expect(texts(&reader) == ["2", "3", "45"])
    #expect(!reader.isInLine)
  }

  @Test func theRestIsWhatHasNoEnd() {
    var reader = SourceLineReader(maximumLineBytes: 8)
    Array("1\nab".utf8).withUnsafeBytes { reader.receive($0) }
    #expect(texts(&reader) == ["1"])
    #expect(reader.isInLine)
  }
}
