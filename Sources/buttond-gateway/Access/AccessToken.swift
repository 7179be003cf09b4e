import Glibc

/// The secret that lets a browser do more than look: 256 random bits, as 64 hexadecimal digits.
struct AccessToken: Hashable, Sendable {
  /// The digits.
  let text: String

  /// A new token, from the system's source of randomness.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// A token that was written down; nil for what cannot be one.
  init?(_ text: String) {
    let isToken =
      text.utf8.count == 64
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      }
    guard isToken else { return nil }
    self.text = text
  }

  /// Compares in a time that tells nothing about the token.
  func matches(_ other: String) -> Bool {
    let (own, given) = (Array(text.utf8), Array(other.utf8))
    guard own.count == given.count else { return false }
    var difference: UInt8 = 0
    for index in own.indices { difference |= own[index] ^ given[index] }
    return difference == 0
  }
}
