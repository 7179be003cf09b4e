/// What somebody sent, as a message repeats it: never more than its beginning.
package struct Excerpt: Hashable, Sendable, CustomStringConvertible {
  /// The most bytes of somebody's text in a message.
  package static let maximumBytes = 64

  /// The text, or its beginning and an ellipsis.
  package let description: String

  /// The beginning of a text.
  package init(_ text: String, atMost limit: Int = maximumBytes) {
    let bytes = text.utf8
    guard bytes.count > limit else {
      description = text
      return
    }
    var end = bytes.index(bytes.startIndex, offsetBy: limit)
    while bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
    description = text[..<end] + "…"
  }

  /// The beginning of a text's bytes.
  package init(_ bytes: some Collection<UInt8>, atMost limit: Int = maximumBytes) {
    // Four bytes more tell that there is more, and leave the last character that is kept whole.
    self.init(String(decoding: bytes.prefix(limit + 4), as: UTF8.self), atMost: limit)
  }
}
