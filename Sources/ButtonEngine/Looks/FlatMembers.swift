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
    let colon = skipString(offset)
    let end = skipValue(colon + 1)
    defer { offset = end + 1 }
    return (slice(offset, colon), slice(colon + 1, end))
  }

  private func slice(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[from..<to])
  }

  /// The offset behind the string that begins at `from`.
  private func skipString(_ from: Int) -> Int {
    var offset = from + 1
    while offset < text.count, text[offset] != UInt8(ascii: "\"") {
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(offset + 1, text.count)
  }

  /// The offset behind the value that begins at `from`, which is that of a comma or brace.
  private func skipValue(_ from: Int) -> Int {
    var offset = from
    var depth = 0
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\""):
        offset = skipString(offset)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return offset }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return offset
      default: break
      }
      offset += 1
    }
    return offset
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
