/// An excerpt of untrusted text for a message: short, and without unprintable characters.
package struct Excerpt: Hashable, Sendable, CustomStringConvertible {
  /// The maximum length of the text in a message, in bytes.
  package static let maximumBytes = 64

  /// The text, or its beginning and an ellipsis, with unprintable characters replaced by
  /// `\u{FFFD}`.
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
