import JSONRPC

/// The members of an object written by the daemon, as raw text, in order.
///
/// Only for text from our own writer: nothing but the end is checked.
struct FlatMembers: Sequence {
  /// A name with its quotes, and a value.
  typealias Member = (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)
  /// Where the next member begins.
  typealias Offset = Int

  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The offset of the first member.
  var start: Offset { 1 }

  func makeIterator() -> Iterator { Iterator(members: self) }

  /// Returns the member at an offset and advances the offset; nil at the end.
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

  /// Visits the members in their order.
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
