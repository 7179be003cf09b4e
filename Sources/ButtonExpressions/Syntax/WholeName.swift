internal import ButtonModel

/// Names of keys as people write them if an expression reads only a part: `living-room.on`,
/// `plug.1.on`, `loop.isOn`.
enum WholeName {
  /// How to write the name around a byte, `key["…"]`; nil if nothing there needs that. A single
  /// word counts only if it may be `alone`.
  static func spelling(around offset: Int, in source: [UInt8], alone: Bool = false) -> String? {
    // A longer name cannot be a key.
    let reach =
      max(0, offset - StateKey.maximumBytes)..<min(source.count, offset + StateKey.maximumBytes)
    var end = offset
    while end < reach.upperBound, source[end].isKeyPart { end += 1 }
    var start = offset
    while start > reach.lowerBound, source[start - 1].isKeyPart { start -= 1 }
    if end == offset { return nil }
    let before = start > 0 ? source[start - 1] : 0
    // A name after a value does not read a key.
    if source[start..<end].first == UInt8(ascii: "."), ")]\"'".utf8.contains(before) { return nil }
    // A call is a method of what is before it.
    if end < source.count, source[end] == UInt8(ascii: "(") {
      end = source[start..<end].lastIndex(of: UInt8(ascii: ".")) ?? start
    }
    if source[start..<end].last == UInt8(ascii: ".") { end -= 1 }
    let name = source[start..<end].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    guard StateKey.isValid(UTF8String(bytes: Array(name))), !isChain(name),
      !isArithmetic(name), alone || !name.allSatisfy(\.isNamePart)
    else { return nil }
    return
      "\(before == UInt8(ascii: "?") ? "[?" : "key[")\"\(String(decoding: name, as: UTF8.self))\"]"
  }

  /// A number, or a difference of numbers: `12.5`, `5-3`, `1e3-0x2A`.
  private static func isArithmetic(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "-"))
    return parts.indices.allSatisfy { isNumber(parts[$0], isLast: $0 + 1 == parts.count) }
  }

  /// A number or, where more follows, one up to the sign of its exponent.
  private static func isNumber(_ part: ArraySlice<UInt8>, isLast: Bool) -> Bool {
    if part.starts(with: "0x".utf8) || part.starts(with: "0X".utf8) {
      return part.dropFirst(2).allSatisfy { $0.hexadecimalValue != nil }
    }
    let pieces = part.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 | 0x20 == UInt8(ascii: "e")
    }
    let digits = pieces[0]
    let dots = digits.count { $0 == UInt8(ascii: ".") }
    guard dots < 2, !digits.contains(where: \.isNameStart) else { return false }
    guard pieces.count == 2 else { return true }
    return !digits.isEmpty && pieces[1].allSatisfy(\.isDigit) && !(isLast && pieces[1].isEmpty)
  }

  /// The name can be written as it is.
  private static func isChain(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."))
    if let first = parts.first,
      LeftOut.reservedWords.contains(String(decoding: first, as: UTF8.self))
    {
      return false
    }
    return parts.allSatisfy { part in
      part.first?.isNameStart == true && part.allSatisfy(\.isNamePart)
        && !LeftOut.literals.contains(String(decoding: part, as: UTF8.self))
    }
  }
}

extension UInt8 {
  var isKeyPart: Bool {
    isNamePart || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
