/// Pango's markup, which Waybar takes from its scripts: `Salt &amp; <b>Pepper</b>`.
package enum PangoMarkup {
  /// After this number of tags without an end the rest is taken as text: each costs a search for
  /// its end.
  private static let mostOpenTags = 100
  /// After its name.
  private static let mostTagBytes = 1_000

  /// The text that markup shows. What is neither a tag nor an entity stays as it is.
  package static func text(of markup: String) -> String {
    var rest = Array(markup.utf8)[...]
    guard rest.contains(where: isMark) else { return markup }
    var text: [UInt8] = []
    var openTags = 0
    while openTags < mostOpenTags, let mark = rest.firstIndex(where: isMark) {
      text += rest[..<mark]
      rest = rest[mark...]
      let name = nameLength(ofTag: rest)
      if let name, let tag = length(ofTag: rest, afterName: name) {
        rest = rest.dropFirst(tag)
      } else if let (character, length) = entity(rest) {
        text += String(character).utf8
        rest = rest.dropFirst(length)
      } else {
        if name != nil { openTags += 1 }
        text.append(rest[mark])
        rest = rest.dropFirst()
      }
    }
    text += rest
    return String(decoding: text, as: UTF8.self)
  }

  private static let names = [
    "b", "big", "i", "markup", "s", "small", "span", "sub", "sup", "tt", "u",
  ]
  private static let longestName = 6

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
  }

  /// The bytes at the beginning up to the end of a tag's name; nil if none begins there.
  private static func nameLength(ofTag text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "<") else { return nil }
    let start = text.dropFirst().first == UInt8(ascii: "/") ? 2 : 1
    let name = text.dropFirst(start).prefix(longestName + 1).prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard names.contains(String(decoding: name, as: UTF8.self).lowercased()) else { return nil }
    return start + name.count
  }

  /// The length of the tag at the beginning; nil if it has no end.
  private static func length(ofTag text: ArraySlice<UInt8>, afterName name: Int) -> Int? {
    var length = name
    var quote: UInt8?
    for byte in text.dropFirst(name).prefix(mostTagBytes) {
      length += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return length
      }
    }
    return nil
  }

  /// The character of the entity at the beginning, and the entity's length; nil if there is none.
  private static func entity(_ text: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    guard text.first == UInt8(ascii: "&"),
      let end = text.prefix(12).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let name = String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
    let length = end - text.startIndex + 1
    switch name {
    case "amp": return ("&", length)
    case "lt": return ("<", length)
    case "gt": return (">", length)
    case "quot": return ("\"", length)
    case "apos": return ("'", length)
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      let value = UInt32(digits.dropFirst(isHex ? 1 : 0), radix: isHex ? 16 : 10)
      return value.flatMap { Unicode.Scalar($0) }.map { ($0, length) }
    }
  }
}
