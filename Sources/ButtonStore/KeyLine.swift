internal import ButtonModel

/// All that the tick needs to know of one key, in 32 bytes, so that no key's line spans two cache
/// lines.
struct KeyLine {
  /// The newest value, visible at once; nil when the key is absent.
  var value: StateValue?
  /// The key's state.
  var flags: KeyFlags = []
  private var changedAtHigh: UInt16 = 0
  private var changedAtLow: UInt32 = 0
  /// From the lowest bit: 6 of the block's room, 14 of the commit above its lowest 32, and 44 of the
  /// block's address, which is a multiple of 16.
  private var packed: UInt64 = 0
  private var committedAtLow: UInt32 = 0
  /// How many buttons read the key.
  var subscriberCount: UInt32 = 0
}

extension KeyLine {
  /// The highest commit that a line has room for: a million a second for two years.
  static let maximumCommit: UInt64 = 1 << 46 - 1

  private static let roomMask: UInt64 = 1 << 6 - 1
  private static let commitShift: UInt64 = 6
  private static let commitMask: UInt64 = (1 << 14 - 1) << commitShift
  /// From where the address lies, its lowest 4 bits included, to where it belongs.
  private static let addressShift: UInt64 = 20 - 4
  private static let addressMask: UInt = (1 << 44 - 1) << 4

  /// The revision of the last write that changed the value; 0 when never written.
  var changedAt: UInt64 {
    @inline(__always) get { UInt64(changedAtHigh) << 32 | UInt64(changedAtLow) }
    @inline(__always) set {
      precondition(newValue <= Revision.maximum, "a revision has 48 bits")
      changedAtHigh = UInt16(truncatingIfNeeded: newValue >> 32)
      changedAtLow = UInt32(truncatingIfNeeded: newValue)
    }
  }

  /// The commit in which the value last changed; 0 when never.
  var committedAt: UInt64 {
    @inline(__always) get {
      (packed & KeyLine.commitMask) << (32 - KeyLine.commitShift) | UInt64(committedAtLow)
    }
    @inline(__always) set {
      precondition(newValue <= KeyLine.maximumCommit, "a commit has 46 bits")
      let high = (newValue >> 32) << KeyLine.commitShift
      packed = packed & ~KeyLine.commitMask | high
      committedAtLow = UInt32(truncatingIfNeeded: newValue)
    }
  }

  /// The slots of the buttons that read the key; each button remembers its position in it.
  var subscribers: UnsafeMutablePointer<UInt32>? {
    @inline(__always) get {
      let address = UInt(packed >> KeyLine.addressShift) & KeyLine.addressMask
      return UnsafeMutablePointer(bitPattern: address)
    }
  }

  /// The room in `subscribers`, as a power of two; meaningless while there is no block.
  var capacityLog2: UInt8 {
    @inline(__always) get { UInt8(truncatingIfNeeded: packed & KeyLine.roomMask) }
  }

  /// Replaces the block; the caller moves and frees the one before.
  mutating func setSubscribers(_ block: UnsafeMutablePointer<UInt32>?, capacityLog2: UInt8) {
    let address = UInt(bitPattern: block)
    precondition(address & ~KeyLine.addressMask == 0, "a block's address has 48 bits, the last 4 0")
    precondition(capacityLog2 <= KeyLine.roomMask, "a block's room has 6 bits")
    let place = UInt64(address) << KeyLine.addressShift
    packed = place | packed & KeyLine.commitMask | UInt64(capacityLog2)
  }
}

/// A key's state.
struct KeyFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// The id is in use; without it the line waits for the next name.
  static let live = KeyFlags(rawValue: 1)
  /// Written since the last commit; the committed value is on the list of old values.
  static let queued = KeyFlags(rawValue: 2)
  /// On the list of keys changed by the last commit.
  static let changed = KeyFlags(rawValue: 4)
  /// On the list of keys that are perhaps unused.
  static let listed = KeyFlags(rawValue: 8)
  /// Known to the order of names.
  static let ordered = KeyFlags(rawValue: 16)
  /// Changed since the unsaved were last taken, and on the list of them.
  static let unsaved = KeyFlags(rawValue: 32)
  /// Never to be saved.
  static let unkept = KeyFlags(rawValue: 64)
  /// Has been saved, and its removal not yet.
  static let saved = KeyFlags(rawValue: 128)
}

/// The committed value of a key that was written since.
struct OldValue {
  let value: StateValue?
  let key: UInt32
}
