/// What somebody sent, as a message repeats it: never more than its beginning, and nothing in it that
/// moves a cursor.
package struct Excerpt: Hashable, Sendable, CustomStringConvertible {
  /// The most bytes of somebody's text in a message.
  package static let maximumBytes = 64

  /// The text, or its beginning and an ellipsis; what is unprintable as `\u{FFFD}`.
  package let description: String

  /// The beginning of a text.
  package init(_ text: String, atMost limit: Int = maximumBytes) {
    self.init(text.utf8, atMost: limit)
  }

  /// The beginning of a text's bytes.
  package init(_ bytes: some Collection<UInt8>, atMost limit: Int = maximumBytes) {
    var kept = Array(bytes.prefix(limit + 1))
    let isCut = kept.count > limit
    if isCut {
      while kept.count > 1, kept[kept.count - 1] & 0xC0 == 0x80 { kept.removeLast() }
      kept.removeLast()
    }
    let text = String(decoding: kept, as: UTF8.self).replacingUnprintable { _ in "\u{FFFD}" }
    description = isCut ? text + "…" : text
  }
}
