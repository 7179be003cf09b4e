/// Pango's markup, which Waybar takes from its scripts: `Salt &amp; <b>Pepper</b>`.
package enum PangoMarkup {
  /// The text that markup shows. What is neither a tag nor an entity stays as it is.
  package static func text(of markup: String) -> String {
    guard markup.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
      return markup
    }
    var text = ""
    var rest = markup[...]
    while let mark = rest.firstIndex(where: { $0 == "&" || $0 == "<" }) {
      text += rest[..<mark]
      rest = rest[mark...]
      if let tag = tag(rest) {
        rest = rest.dropFirst(tag)
      } else if let (character, length) = entity(rest) {
        text.unicodeScalars.append(character)
        rest = rest.dropFirst(length)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }

  private static let names = [
    "b", "big", "i", "markup", "s", "small", "span", "sub", "sup", "tt", "u",
  ]

  /// The characters of the tag at the beginning; nil if there is none.
  private static func tag(_ text: Substring) -> Int? {
    guard text.first == "<" else { return nil }
    let isEnd = text.dropFirst().first == "/"
    let name = text.dropFirst(isEnd ? 2 : 1).prefix { $0.isASCII && $0.isLetter }
    guard names.contains(name.lowercased()) else { return nil }
    var length = (isEnd ? 2 : 1) + name.count
    var quote: Character?
    for character in text.dropFirst(length).prefix(1_000) {
      length += 1
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return length
      }
    }
    return nil
  }

  /// The character of the entity at the beginning, and how long that is; nil if there is none.
  private static func entity(_ text: Substring) -> (Unicode.Scalar, Int)? {
    guard text.first == "&", let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    let length = name.count + 2
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
