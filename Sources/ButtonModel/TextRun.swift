/// A part of a title with its own attributes.
public struct TextRun: Hashable, Sendable {
  public static let maximumCount = 32
  /// The limit for all runs of a title together, in bytes.
  public static let maximumTextBytes = 4_096
  /// In bytes.
  public static let maximumLinkBytes = 2_048
  /// Such links open a page or a message, and run nothing.
  public static let linkPrefixes = ["https://", "http://", "mailto:"]

  public var text: UTF8String
  /// Nil for the title's, also of the weight.
  public var color: Color?
  public var fontWeight: FontWeight?
  public var italic: Bool
  public var underline: Bool
  public var strikethrough: Bool
  /// Opens with a click; must satisfy ``isSafe(link:)``.
  public var link: UTF8String?

  public init(
    text: UTF8String, color: Color? = nil, fontWeight: FontWeight? = nil, italic: Bool = false,
    underline: Bool = false, strikethrough: Bool = false, link: UTF8String? = nil
  ) {
    self.text = text
    self.color = color
    self.fontWeight = fontWeight
    self.italic = italic
    self.underline = underline
    self.strikethrough = strikethrough
    self.link = link
  }

  /// Whether it is https, http or mailto, in printable ASCII without what must be escaped.
  public static func isSafe(link: [UInt8]) -> Bool {
    guard link.count <= maximumLinkBytes else { return false }
    let unsafe = Array("\"<>\\^`{|}".utf8)
    guard link.allSatisfy({ (0x21...0x7E).contains($0) && !unsafe.contains($0) }) else {
      return false
    }
    return linkPrefixes.contains { prefix in
      link.count > prefix.utf8.count
        && zip(link, prefix.utf8).allSatisfy { byte, wanted in
          byte == wanted || (wanted | 0x20 == wanted && byte | 0x20 == wanted && byte >= 0x41)
        }
    }
  }

  public static func joined(_ runs: [TextRun]) -> UTF8String {
    UTF8String(bytes: runs.flatMap(\.text.bytes))
  }
}

public struct TextRunError: Error, Hashable, Sendable {
  /// Such as `[2].color`; empty for the whole text.
  public var path: String
  public var message: String
}
