import ButtonModel
import ButtonProtocol

/// Looks for comments in a YAML text that were meant as values: `#` with no space behind it.
struct CommentScan {
  private let text: UnsafeRawBufferPointer
  /// The last line that was looked at, and where it begins: places come in the text's order.
  private var line = 1
  private var start = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The first word of the comment that follows a place after blanks alone; empty when there is no
  /// comment, or when it is prose.
  mutating func word(behind place: TextPlace) -> String {
    var rest = bytes(ofLine: Int(place.line))
    for _ in 1..<max(place.column, 1) { rest.removeFirstScalar() }
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    return CommentScan.word(at: rest)
  }

  /// The first line in which such a comment follows a blank.
  mutating func line(from first: TextPlace, through last: TextPlace) -> Int? {
    guard first.line <= last.line else { return nil }
    for number in Int(first.line)...Int(last.line) {
      var rest = bytes(ofLine: number)
      while let index = rest.firstIndex(of: UInt8(ascii: "#")) {
        let isComment =
          index > rest.startIndex && (rest[index - 1] == 0x20 || rest[index - 1] == 0x09)
        if isComment, !CommentScan.word(at: rest[index...]).isEmpty { return number }
        rest = rest[(index + 1)...]
      }
    }
    return nil
  }

  private static func word(at rest: ArraySlice<UInt8>) -> String {
    guard rest.first == UInt8(ascii: "#") else { return "" }
    let word = rest.prefix { !" \t\r,]}".utf8.contains($0) }
    return word.count > 1 && word[word.startIndex + 1] != UInt8(ascii: "#")
      ? Excerpt(word).description : ""
  }

  /// Returns the line without its end; empty if there is no such line.
  mutating func bytes(ofLine number: Int) -> ArraySlice<UInt8> {
    if number < line { (line, start) = (1, 0) }
    while line < number, let end = text[start...].firstIndex(of: 0x0A) {
      (line, start) = (line + 1, end + 1)
    }
    guard line == number else { return [] }
    let end = text[start...].firstIndex(of: 0x0A) ?? text.endIndex
    return Array(text[start..<end])[...]
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func removeFirstScalar() {
    guard popFirst() != nil else { return }
    while let next = first, next & 0xC0 == 0x80 { removeFirst() }
  }
}
