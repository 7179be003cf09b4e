import JSONRPC

/// The members of an object that our writer wrote, as raw text, in order. Only the end is checked.
struct FlatMembers: Sequence {
  /// A name with its quotes, and a value.
  typealias Member = (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)
  typealias Offset = Int

  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  var start: Offset { 1 }

  func makeIterator() -> Iterator { Iterator(members: self) }

  /// Returns the member at an offset and advances it; nil at the end.
  func next(_ offset: inout Offset) -> Member? {
    // Only the closing brace is left.
    guard offset + 1 < text.count else { return nil }
    let from = offset
    var scanner = RawScanner(text, at: offset)
    scanner.skipString()
    let colon = scanner.offset
    scanner.advance()
    scanner.skipValue()
    let end = scanner.offset
    offset = end + 1
    return (slice(from, colon), slice(colon + 1, end))
  }

  private func slice(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[from..<to])
  }

  struct Iterator: IteratorProtocol {
    let members: FlatMembers
    private var offset: Offset

    init(members: FlatMembers) {
      self.members = members
      offset = members.start
    }

    mutating func next() -> Member? { members.next(&offset) }
  }
}
