import TestSupport

/// Makes damaged pictures out of whole ones.
struct Mutator {
  var generator: Seed
  let samples: [[UInt8]]

  /// What lengths, markers and markup are made of.
  private static let bytes: [UInt8] = [
    0, 1, 2, 0x7F, 0x80, 0xC0, 0xD8, 0xD9, 0xDA, 0xFF, 0x20, 0x22, 0x23, 0x26, 0x27, 0x28, 0x29,
    0x2F, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x7B, 0x7D,
  ]
  private static let words = [
    "<g>", "</g>", "<use href=\"#a\"/>", " id=\"a\"", "url(#a)", "&#x41;", "&lt;", "<!--", "-->",
    "<![CDATA[", "]]>", "/*", "*/", "<style>", "</style>", " xmlns=\"\"", "IEND", "\u{FEFF}",
    "data:image/png;base64,", "@media", "::", "🙂",
  ].map { Array($0.utf8) }

  /// A picture with one to four changes.
  mutating func next() -> [UInt8] {
    var bytes = samples.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 0...40, using: &generator))
    switch Int.random(in: 0..<7, using: &generator) {
    case 0 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where place < bytes.count:
      bytes[place] = Mutator.bytes.randomElement(using: &generator) ?? 0
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
    case 4:
      bytes.insert(contentsOf: Mutator.words.randomElement(using: &generator) ?? [], at: place)
    case 5:
      let other = samples.randomElement(using: &generator) ?? []
      bytes = Array(bytes[..<place]) + other.suffix(max(0, other.count - place))
    default: bytes.removeSubrange(place...)
    }
  }
}
