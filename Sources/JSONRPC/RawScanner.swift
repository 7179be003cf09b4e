/// Scans a line for how something is written, which the parsed document does not preserve.
package struct RawScanner {
  enum NumberForm {
    case integer
    /// A number with a fraction or an exponent.
    case float
  }

  private let text: UnsafeRawBufferPointer

  package private(set) var offset: Int

  package init(_ text: UnsafeRawBufferPointer, at offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  /// The deepest nesting, outside strings; the text need not be JSON.
  static func depth(of text: UnsafeRawBufferPointer) -> Int {
    var scanner = RawScanner(text)
    var depth = 0
    var deepest = 0
    while let byte = scanner.peek() {
      switch byte {
      case UInt8(ascii: "\""):
        scanner.skipString()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
      default:
        break
      }
      scanner.advance()
    }
    return deepest
  }

  /// Nil at the end.
  package func peek() -> UInt8? {
    offset < text.count ? text[offset] : nil
  }

  package mutating func advance() {
    offset += 1
  }

  mutating func skipWhitespace() {
    while let byte = peek(), byte == 0x20 || (byte >= 0x09 && byte <= 0x0d) { offset += 1 }
  }

  /// Skips a string from its opening quote, or everything if it is never closed.
  package mutating func skipString() {
    offset += 1
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\\"):
        offset += 2
      case UInt8(ascii: "\""):
        offset += 1
        return
      default:
        offset += 1
      }
    }
    offset = min(offset, text.count)
  }

  /// Skips the characters of a number; returns nil if they are not a number in JSON's grammar.
  mutating func skipNumber() -> NumberForm? {
    let start = offset
    while let byte = peek(), Self.isInNumbers(byte) { offset += 1 }
    var cursor = start
    let end = offset
    if text[cursor] == UInt8(ascii: "-") { cursor += 1 }
    let whole = digits(from: cursor, to: end)
    guard whole > 0, whole == 1 || text[cursor] != UInt8(ascii: "0") else { return nil }
    cursor += whole
    var form = NumberForm.integer
    if cursor < end, text[cursor] == UInt8(ascii: ".") {
      let fraction = digits(from: cursor + 1, to: end)
      guard fraction > 0 else { return nil }
      cursor += 1 + fraction
      form = .float
    }
    if cursor < end, text[cursor] | 0x20 == UInt8(ascii: "e") {
      cursor += 1
      if cursor < end, text[cursor] == UInt8(ascii: "+") || text[cursor] == UInt8(ascii: "-") {
        cursor += 1
      }
      let power = digits(from: cursor, to: end)
      guard power > 0 else { return nil }
      cursor += power
      form = .float
    }
    return cursor == end ? form : nil
  }

  /// Skips a value from its first byte. Requires valid JSON.
  package mutating func skipValue() {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        offset += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return }
        depth -= 1
        offset += 1
        if depth == 0 { return }
      case UInt8(ascii: ","), 0x09...0x0d, 0x20:
        if depth == 0 { return }
        offset += 1
      default:
        offset += 1
      }
    }
  }

  /// The text of member `ordinal`, from 0, of the object that starts here. Requires valid JSON.
  mutating func memberValue(ordinal: Int) -> UnsafeRawBufferPointer {
    enterContainer()
    for _ in 0..<ordinal {
      skipMemberKey()
      skipValue()
      nextItem()
    }
    skipMemberKey()
    let start = offset
    skipValue()
    return UnsafeRawBufferPointer(rebasing: text[start..<offset])
  }

  /// Goes from the first byte of a container to its first item. Requires valid JSON.
  mutating func enterContainer() {
    skipWhitespace()
    offset += 1
    skipWhitespace()
  }

  /// Goes from the end of an item to the next. Requires valid JSON.
  mutating func nextItem() {
    skipWhitespace()
    if peek() == UInt8(ascii: ",") { offset += 1 }
    skipWhitespace()
  }

  private mutating func skipMemberKey() {
    skipString()
    skipWhitespace()
    offset += 1
    skipWhitespace()
  }

  private func digits(from start: Int, to end: Int) -> Int {
    var cursor = start
    while cursor < end, text[cursor] &- UInt8(ascii: "0") < 10 { cursor += 1 }
    return cursor - start
  }

  private static func isInNumbers(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default:
      false
    }
  }
}
