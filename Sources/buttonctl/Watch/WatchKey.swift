enum WatchKey: Equatable {
  case up, down, pageUp, pageDown, first, last
  case press
  case redraw
  case quit
}

/// Turns a terminal's bytes into keys, however they are split.
struct WatchKeyReader {
  /// The bytes of an incomplete escape sequence.
  private var sequence: [UInt8] = []

  /// No key's sequence is longer.
  private static let longest = 16

  /// Skips unknown keys.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [WatchKey] {
    bytes.compactMap { key($0) }
  }

  private mutating func key(_ byte: UInt8) -> WatchKey? {
    if byte == 0x1B {
      sequence = [byte]
      return nil
    }
    guard !sequence.isEmpty else { return WatchKeyReader.plain(byte) }
    sequence.append(byte)
    let isIntroduced =
      sequence.count == 2 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
    if isIntroduced { return nil }
    if sequence.count == 2 {
      // Escape itself, and then a key.
      sequence = []
      return WatchKeyReader.plain(byte)
    }
    guard (0x40...0x7E).contains(byte) || sequence.count >= WatchKeyReader.longest else {
      return nil
    }
    defer { sequence = [] }
    return WatchKeyReader.special(sequence.dropFirst(2))
  }

  private static func plain(_ byte: UInt8) -> WatchKey? {
    switch byte {
    case UInt8(ascii: "k"): .up
    case UInt8(ascii: "j"): .down
    case UInt8(ascii: "g"): .first
    case UInt8(ascii: "G"): .last
    case UInt8(ascii: " "), 0x0A, 0x0D: .press
    case 0x0C: .redraw
    case UInt8(ascii: "q"), 0x04: .quit
    default: nil
    }
  }

  private static func special(_ rest: ArraySlice<UInt8>) -> WatchKey? {
    switch String(decoding: rest, as: UTF8.self) {
    case "A": .up
    case "B": .down
    case "5~": .pageUp
    case "6~": .pageDown
    case "H", "1~", "7~": .first
    case "F", "4~", "8~": .last
    default: nil
    }
  }
}
