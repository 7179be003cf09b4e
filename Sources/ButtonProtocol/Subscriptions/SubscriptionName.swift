package import ButtonModel

/// Names a subscription by what it asks for, so that equal subscriptions of all connections share
/// one encoded line.
///
/// The name only distinguishes the subscriptions of one connection, so 64 bits of FNV-1a are
/// enough.
package struct SubscriptionName {
  private let method: String
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// `method` is the word that the name begins with, such as `buttons`.
  package init(method: String) { self.method = method }

  /// The method's word and sixteen hexadecimal digits.
  package var text: String {
    let digits = String(hash, radix: 16)
    return "\(method)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  /// The mark at the end separates it from what follows.
  package mutating func combine(_ text: UTF8String) {
    for byte in text.bytes { add(byte) }
    add(0xff)
  }

  package mutating func combine(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xff)
  }

  package mutating func combine(_ texts: some Sequence<UTF8String>) {
    for text in texts { combine(text) }
    add(0xfe)
  }

  package mutating func combine(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  package mutating func combine(_ match: Match) {
    combine(match.ids)
    combine(match.globs)
    combine(match.group.map { [$0] } ?? [])
  }

  package mutating func combine(_ traits: Traits) {
    combine(traits.userInterfaceStyle.rawValue)
    combine(traits.contrast.rawValue)
    combine(traits.contentSize.rawValue)
    combine(traits.layoutDirection.rawValue)
    combine(traits.tint)
    // Usual values add nothing, so that names match those of daemons without these traits.
    if traits.locale != .english { combine("locale \(traits.locale.text)") }
    if traits.reduceMotion { combine("reduceMotion") }
    if traits.boldText { combine("boldText") }
  }

  private mutating func combine(_ color: Color) {
    switch color {
    case .rgba(let value):
      combine(UInt64(value))
    case .named(let name):
      combine("named")
      combine(UInt64(name.rawValue))
    case .dynamic(let color):
      combine("dynamic")
      let (light, dark, highContrastLight, highContrastDark) = color.members
      for member in [light, dark, highContrastLight, highContrastDark] {
        if let member { combine(member) } else { combine(UInt64.max) }
      }
    }
  }

  private mutating func add(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
