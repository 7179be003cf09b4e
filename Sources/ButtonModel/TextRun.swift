/// A run: a part of a title with attributes that are not those of the rest.
public struct TextRun: Hashable, Sendable {
  /// The most runs of a title.
  public static let maximumCount = 32
  /// The most bytes that the texts of a title's runs have together.
  public static let maximumTextBytes = 4_096
  /// The most bytes of a link.
  public static let maximumLinkBytes = 2_048
  /// What a link may begin with: addresses that open a page or a message, and run nothing.
  public static let linkPrefixes = ["https://", "http://", "mailto:"]

  public var text: UTF8String
  /// Nil: the title's.
  public var color: Color?
  /// Nil: the title's.
  public var fontWeight: FontWeight?
  public var italic: Bool
  public var underline: Bool
  public var strikethrough: Bool
  /// The address that opens with a click, one that ``isSafe(link:)``; nil for none.
  public var link: UTF8String?

  /// A run that looks like the rest of the title but for what is given.
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

  /// Whether an address may be a link: of https, http or mailto, in printable ASCII without what would
  /// have to be escaped.
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

  /// The texts of runs, one behind the other.
  public static func joined(_ runs: [TextRun]) -> UTF8String {
    UTF8String(bytes: runs.flatMap(\.text.bytes))
  }
}

/// What is wrong with the JSON text of runs.
public struct TextRunError: Error, Hashable, Sendable {
  /// Where in it: `[2].color`; empty for all of it.
  public var path: String
  public var message: String
}
