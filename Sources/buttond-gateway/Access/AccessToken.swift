/// The secret that lets a browser do more than look: 256 random bits, as 64 hexadecimal digits.
struct AccessToken: Hashable, Sendable {
  let text: String

  /// A new token from the system's random generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// A token read back from its file; nil if the text cannot be one.
  init?(_ text: String) {
    let isToken =
      text.utf8.count == 64
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      }
    guard isToken else { return nil }
    self.text = text
  }

  /// Compares in constant time.
  func matches(_ other: String) -> Bool {
    guard text.utf8.count == other.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
