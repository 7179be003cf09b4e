internal import CPlatform

extension Text {
  /// The length in Unicode scalars.
  var characterCount: Int { withBytes { $0.count { $0 & 0xC0 != 0x80 } } }

  func hasPrefix(_ other: Text) -> Bool {
    other.count <= count && ExpressionEvaluator.order(part(0..<other.count), other) == 0
  }

  func hasSuffix(_ other: Text) -> Bool {
    other.count <= count && ExpressionEvaluator.order(part(count - other.count..<count), other) == 0
  }

  /// The first occurrence at or after a byte.
  func firstRange(of other: Text, from start: Int) -> Range<Int>? {
    if other.count == 0 { return start..<start }
    return withBytes { bytes in
      other.withBytes { wanted in
        guard let base = bytes.baseAddress else { return nil }
        let found = csystem_find(
          base + start, bytes.count - start, wanted.baseAddress, wanted.count)
        return found < 0 ? nil : start + found..<start + found + wanted.count
      }
    }
  }

  /// The byte offset of a character; the end for the one after the last, nil beyond.
  func offset(ofCharacter index: Int) -> Int? {
    withBytes { bytes in
      var remaining = index
      for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
        if remaining == 0 { return offset }
        remaining -= 1
      }
      return remaining == 0 ? bytes.count : nil
    }
  }

  func mapped(_ transform: (UInt8) -> UInt8) -> Text {
    Text(storage[range].map(transform))
  }

  var trimmed: Text {
    withBytes { bytes in
      var start = 0
      var end = bytes.count
      while start < end, let length = Self.spaceLength(bytes, at: start) { start += length }
      while end > start {
        var last = end - 1
        while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
        guard Self.spaceLength(bytes, at: last) == end - last else { break }
        end = last
      }
      return part(start..<end)
    }
  }

  /// The length of the character at `offset` if it is white space.
  private static func spaceLength(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    let first = bytes[offset]
    if first < 0x80 { return first == 0x20 || (0x09...0x0D).contains(first) ? 1 : nil }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard offset + length <= bytes.count else { return nil }
    var value = UInt32(first) & (0x7F &>> UInt32(length))
    for byte in bytes[offset + 1..<offset + length] { value = value << 6 | UInt32(byte & 0x3F) }
    return isSpace(value) ? length : nil
  }

  /// White_Space of Unicode 15, beyond ASCII. The standard library's table takes 30 ns per lookup.
  private static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// The longest text read as a number: sign, zero, point and the least double's 1,074 decimals.
  static let maximumNumber = 1_077

  /// Digits, optionally after a minus.
  var isDecimalInt: Bool {
    let digits = storage[range].drop { $0 == UInt8(ascii: "-") }
    return !digits.isEmpty && digits.count >= count - 1 && digits.allSatisfy(\.isDigit)
  }

  /// Sign, fraction and exponent are optional.
  var isDecimalNumber: Bool {
    var rest = storage[range]
    func sign() {
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    }
    func digits() -> Int {
      let before = rest.count
      rest = rest.drop(while: \.isDigit)
      return before - rest.count
    }
    sign()
    var count = digits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      count += digits()
    }
    if count > 0, let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      sign()
      count = digits()
    }
    return count > 0 && rest.isEmpty
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }

  var asciiUppercased: UInt8 {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self & 0xDF : self
  }
}
