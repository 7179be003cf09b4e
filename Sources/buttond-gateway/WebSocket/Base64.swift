/// Base64 (RFC 4648).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let letter = letters[Int(bits >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a text stands for so many bytes.
  static func isText(_ text: String, of count: Int) -> Bool {
    let bytes = Array(text.utf8)
    let filling = (3 - count % 3) % 3
    guard bytes.count == (count + 2) / 3 * 4 else { return false }
    return bytes.dropLast(filling).allSatisfy { letters.contains($0) }
      && bytes.suffix(filling).allSatisfy { $0 == UInt8(ascii: "=") }
  }
}
