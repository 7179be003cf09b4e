/// The unread members of a batch, a few at a time; resuming repeatedly costs only what is read.
package struct BatchRest {
  /// `[`, the members, the rest of the line, and padding for the parser.
  private var text: [UInt8]
  /// Where the next member begins.
  private var start = 1
  private let end: Int

  /// `readOn` passes at least as many, unless fewer remain.
  private static let lineBytes = 16 << 10

  /// Copies a valid batch without its first `count` members.
  package init(_ batch: UnsafeRawBufferPointer, after count: Int) {
    var scanner = RawScanner(batch)
    scanner.enterContainer()
    for _ in 0..<count {
      scanner.skipValue()
      scanner.nextItem()
    }
    self.init(members: UnsafeRawBufferPointer(rebasing: batch[scanner.offset...]), end: [])
  }

  /// Copies a valid line with one message, as a batch of one member.
  package init(single line: UnsafeRawBufferPointer) {
    var scanner = RawScanner(line)
    scanner.skipWhitespace()
    self.init(
      members: UnsafeRawBufferPointer(rebasing: line[scanner.offset...]), end: [UInt8(ascii: "]")])
  }

  private init(members: UnsafeRawBufferPointer, end: [UInt8]) {
    text = [UInt8(ascii: "[")]
    text.reserveCapacity(1 + members.count + end.count + JSONParser.padding)
    text.append(contentsOf: members)
    text.append(contentsOf: end)
    self.end = text.count
    text.append(contentsOf: repeatElement(0, count: JSONParser.padding))
  }

  /// The copy's size.
  package var bytes: Int { text.count }

  package var isEmpty: Bool { start >= end || text[start] == UInt8(ascii: "]") }

  /// Calls `body` with a batch of at least one unread member, followed by padding for the parser.
  /// `body` returns how many members it read.
  package mutating func readOn(_ body: (UnsafeRawBufferPointer) -> Int) {
    let (start, end) = (start, end)
    if isEmpty { return }
    self.start = text.withUnsafeMutableBytes { bytes in
      var scanner = RawScanner(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      var behind = 0
      var count = 0
      repeat {
        scanner.skipValue()
        behind = scanner.offset
        scanner.nextItem()
        count += 1
      } while behind < BatchRest.lineBytes && scanner.peek() != UInt8(ascii: "]")
      // A member is surrounded by a comma, a bracket or a space.
      let separator = bytes[start + behind]
      bytes[start - 1] = UInt8(ascii: "[")
      bytes[start + behind] = UInt8(ascii: "]")
      let line = UnsafeRawBufferPointer(rebasing: bytes[start - 1...start + behind])
      let read = body(line)
      bytes[start + behind] = separator
      if read < count {
        scanner = RawScanner(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        for _ in 0..<read {
          scanner.skipValue()
          scanner.nextItem()
        }
      }
      return start + scanner.offset
    }
  }
}
