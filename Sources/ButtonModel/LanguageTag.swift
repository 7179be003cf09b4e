/// A BCP 47 language tag, in the recommended spelling: `en`, `de-CH`, `zh-Hant-TW`. Tags that
/// differ only in case, or in `_` for `-`, are equal.
public struct LanguageTag: Hashable, Sendable {
  /// BCP 47 asks programs to take as many bytes.
  public static let maximumBytes = 35
  public static let english = LanguageTag(spelt: "en")

  public let text: String

  private init(spelt text: String) { self.text = text }

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

  /// Regions are upper case, scripts title case.
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
