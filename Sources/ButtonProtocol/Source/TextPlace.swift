/// A place in a text, as editors count: from 1, columns in characters.
package struct TextPlace: Hashable, Sendable {
  package let line: UInt32
  package let column: UInt32

  package init(line: Int, column: Int) {
    self.line = UInt32(clamping: line)
    self.column = UInt32(clamping: column)
  }

  package static let start = TextPlace(line: 1, column: 1)

  /// The place of a byte in UTF-8.
  package init(of offset: Int, in text: some Sequence<UInt8>) {
    var line = 1
    var column = 1
    for byte in text.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(line: line, column: column)
  }
}
