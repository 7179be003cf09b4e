/// Scripts whose characters are about twice as wide as letters, most of which have no spaces between words.
enum WideScript {
  /// Whether a character belongs to one.
  static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0x1_F300...0x1_FAFF, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }

  /// Whether a character closes what stands before it, and so begins no line.
  static func closes(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x30FC, 0xFF01,
      0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B,
      0x3F, 0x5D, 0x7D:
      true
    default: false
    }
  }

  /// Whether a character opens what stands behind it, and so ends no line.
  static func opens(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0xFF08: true
    default: false
    }
  }
}
