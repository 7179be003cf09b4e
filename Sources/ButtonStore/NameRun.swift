/// Locates eight consecutive ids' names, stored end to end, in 12 bytes: an offset and eight
/// lengths.
struct NameRun {
  static let size = 8

  /// Where the first name begins.
  var begin: UInt32
  private var lowLengths: UInt32 = 0
  private var highLengths: UInt32 = 0

  init(at begin: UInt32) { self.begin = begin }

  /// The first is in the lowest byte.
  private var lengths: UInt64 {
    get { UInt64(highLengths) << 32 | UInt64(lowLengths) }
    set {
      lowLengths = UInt32(truncatingIfNeeded: newValue)
      highLengths = UInt32(truncatingIfNeeded: newValue >> 32)
    }
  }

  func length(_ index: Int) -> Int { Int(lengths &>> UInt64(index * 8) & 0xFF) }

  /// Moves the names behind it.
  mutating func setLength(_ index: Int, _ length: UInt8) {
    let shift = UInt64(index * 8)
    lengths = lengths & ~(0xFF &<< shift) | UInt64(length) &<< shift
  }

  func begin(_ index: Int) -> Int {
    let before = lengths & (1 &<< UInt64(index * 8) &- 1)
    // Adds the even and the odd ones side by side, in 16 bits each.
    let even: UInt64 = 0x00FF_00FF_00FF_00FF
    let pairs = (before & even) &+ (before &>> 8 & even)
    return Int(begin) &+ Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
  }

  var end: Int { begin(NameRun.size - 1) + length(NameRun.size - 1) }
}
