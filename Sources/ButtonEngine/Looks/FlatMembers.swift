/// The members of an object as the daemon writes it, one after the other, as they are written.
///
/// Only for what our own writer made: nothing is checked but the end.
struct FlatMembers: Sequence {
  /// A name with its quotes, and a value.
  typealias Member = (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)
  /// Where the next member begins.
  typealias Offset = Int

  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Before the first member.
  var start: Offset { 1 }

  func makeIterator() -> Iterator { Iterator(members: self) }

  /// The member at a offset, which moves on; nil at the end.
  func next(_ offset: inout Offset) -> Member? {
    // The closing brace is no member.
    guard offset + 1 < text.count else { return nil }
    let colon = skipString(offset)
    let end = skipValue(colon + 1)
    defer { offset = end + 1 }
    return (slice(offset, colon), slice(colon + 1, end))
  }

  private func slice(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[from..<to])
  }

  /// The offset behind the string that begins at one.
  private func skipString(_ from: Int) -> Int {
    var offset = from + 1
    while offset < text.count, text[offset] != UInt8(ascii: "\"") {
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(offset + 1, text.count)
  }

  /// The offset behind the value that begins at one: of the comma or brace.
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
