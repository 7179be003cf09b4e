/// An excerpt of untrusted text for a message: short, and without unprintable characters.
package struct Excerpt: Hashable, Sendable, CustomStringConvertible {
  /// In bytes.
  package static let maximumBytes = 64

  /// The text, or its beginning and an ellipsis; unprintable characters become `\u{FFFD}`.
  package let description: String

  package init(_ text: String, atMost limit: Int = maximumBytes) {
    self.init(text.utf8, atMost: limit)
  }

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
