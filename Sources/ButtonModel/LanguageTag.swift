/// A language as BCP 47 names it, in the spelling that it recommends: `en`, `de-CH`, `zh-Hant-TW`.
///
/// Tags that differ in case, or in `_` for `-`, are one.
public struct LanguageTag: Hashable, Sendable {
  /// The most bytes of a tag, as many as BCP 47 asks programs to take.
  public static let maximumBytes = 35
  /// English, of no region.
  public static let english = LanguageTag(spelt: "en")

  /// The tag.
  public let text: String

  private init(spelt text: String) { self.text = text }

  /// A tag from its text; nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count <= LanguageTag.maximumBytes else { return nil }
    var parts: [String] = []
    var isBehindSingleton = false
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: "-_".contains) {
      let isFirst = parts.isEmpty
      guard (isFirst ? 2...8 : 1...8).contains(part.utf8.count),
        part.utf8.allSatisfy({ LanguageTag.isLetter($0) || (!isFirst && LanguageTag.isDigit($0)) })
      else { return nil }
      let isPlain = isFirst || isBehindSingleton
      parts.append(LanguageTag.spelt(part.lowercased(), isPlain: isPlain))
      if part.utf8.count == 1 { isBehindSingleton = true }
    }
    self.init(spelt: parts.joined(separator: "-"))
  }

  /// A region is in capitals, and a script begins with one.
  private static func spelt(_ part: String, isPlain: Bool) -> String {
    guard !isPlain, part.utf8.allSatisfy(isLetter) else { return part }
    switch part.utf8.count {
    case 2: return part.uppercased()
    case 4: return part.prefix(1).uppercased() + part.dropFirst()
    default: return part
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
