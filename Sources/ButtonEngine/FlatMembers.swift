/// The members of an object as the daemon writes it, one after the other, as they are written.
///
/// Only for what our own writer made: nothing is checked but the end.
struct FlatMembers: Sequence {
  /// A name with its quotes, and a value.
  typealias Member = (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)
  /// Where the next member begins.
  typealias Place = Int

  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Before the first member.
  var start: Place { 1 }

  func makeIterator() -> Iterator { Iterator(members: self) }

  /// The member at a place, which moves on; nil at the end.
  func next(_ place: inout Place) -> Member? {
    // The closing brace is no member.
    guard place + 1 < text.count else { return nil }
    let colon = skipString(place)
    let end = skipValue(colon + 1)
    defer { place = end + 1 }
    return (slice(place, colon), slice(colon + 1, end))
  }

  private func slice(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[from..<to])
  }

  /// The place behind the string that begins at one.
  private func skipString(_ from: Int) -> Int {
    var place = from + 1
    while place < text.count, text[place] != UInt8(ascii: "\"") {
      place += text[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(place + 1, text.count)
  }

  /// The place behind the value that begins at one: of the comma or brace.
  private func skipValue(_ from: Int) -> Int {
    var place = from
    var depth = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        place = skipString(place)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return place
      default: break
      }
      place += 1
    }
    return place
  }

  /// Visits the members in their order.
  struct Iterator: IteratorProtocol {
    let members: FlatMembers
    private var place: Place

    init(members: FlatMembers) {
      self.members = members
      place = members.start
    }

    mutating func next() -> Member? { members.next(&place) }
  }
}
