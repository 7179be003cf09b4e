/// Locates the names of eight consecutive ids, which are stored end to end, in 12 bytes: one offset
/// and eight lengths.
struct NameRun {
  /// How many names are stored together.
  static let size = 8

  /// The offset of the first name.
  var begin: UInt32
  private var lowLengths: UInt32 = 0
  private var highLengths: UInt32 = 0

  /// Eight empty names.
  init(at begin: UInt32) { self.begin = begin }

  /// The lengths, the first in the lowest byte.
  private var lengths: UInt64 {
    get { UInt64(highLengths) << 32 | UInt64(lowLengths) }
    set {
      lowLengths = UInt32(truncatingIfNeeded: newValue)
      highLengths = UInt32(truncatingIfNeeded: newValue >> 32)
    }
  }

  /// The length of one name.
  func length(_ index: Int) -> Int { Int(lengths &>> UInt64(index * 8) & 0xFF) }

  /// Changes the length of one name, which moves the ones behind it.
  mutating func setLength(_ index: Int, _ length: UInt8) {
    let shift = UInt64(index * 8)
    lengths = lengths & ~(0xFF &<< shift) | UInt64(length) &<< shift
  }

  /// The offset of one name.
  func begin(_ index: Int) -> Int {
    let before = lengths & (1 &<< UInt64(index * 8) &- 1)
    // Those with even and with odd numbers are added side by side, in 16 bits each.
    let even: UInt64 = 0x00FF_00FF_00FF_00FF
    let pairs = (before & even) &+ (before &>> 8 & even)
    return Int(begin) &+ Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
  }

  /// The offset behind the last name.
  var end: Int { begin(NameRun.size - 1) + length(NameRun.size - 1) }
}
