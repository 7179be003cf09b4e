internal import ButtonModel

/// Everything a tick needs about one key, in 32 bytes, so that no line spans two cache lines.
struct KeyLine {
  /// Includes uncommitted writes; nil if the key is absent.
  var value: StateValue?
  var flags: KeyFlags = []
  private var changedAtHigh: UInt16 = 0
  private var changedAtLow: UInt32 = 0
  /// From the lowest bit: 6 bits for the block's capacity, 14 bits for the commit above its lowest
  /// 32 bits, and 44 bits for the block's address, which is a multiple of 16.
  private var packed: UInt64 = 0
  private var committedAtLow: UInt32 = 0
  var subscriberCount: UInt32 = 0
}

extension KeyLine {
  /// The highest commit that a line holds: enough for a million per second for two years.
  static let maximumCommit: UInt64 = 1 << 46 - 1

  private static let roomMask: UInt64 = 1 << 6 - 1
  private static let commitShift: UInt64 = 6
  private static let commitMask: UInt64 = (1 << 14 - 1) << commitShift
  /// Shifts the address in `packed` without its lowest 4 bits, which are 0.
  private static let addressShift: UInt64 = 20 - 4
  private static let addressMask: UInt = (1 << 44 - 1) << 4

  /// The revision of the last write that changed the value; 0 if it was never written.
  var changedAt: UInt64 {
    @inline(__always) get { UInt64(changedAtHigh) << 32 | UInt64(changedAtLow) }
    @inline(__always) set {
      precondition(newValue <= Revision.maximum, "a revision has 48 bits")
      changedAtHigh = UInt16(truncatingIfNeeded: newValue >> 32)
      changedAtLow = UInt32(truncatingIfNeeded: newValue)
    }
  }

  /// The commit in which the value last changed; 0 if it never has.
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

  /// The buttons that read the key. Each button stores its position in the list.
  var subscribers: UnsafeMutablePointer<UInt32>? {
    @inline(__always) get {
      let address = UInt(packed >> KeyLine.addressShift) & KeyLine.addressMask
      return UnsafeMutablePointer(bitPattern: address)
    }
  }

  /// The capacity of `subscribers` as a power of two; undefined without a block.
  var capacityLog2: UInt8 {
    @inline(__always) get { UInt8(truncatingIfNeeded: packed & KeyLine.roomMask) }
  }

  /// Replaces the block. The caller must move the content and free the old block.
  mutating func setSubscribers(_ block: UnsafeMutablePointer<UInt32>?, capacityLog2: UInt8) {
    let address = UInt(bitPattern: block)
    precondition(address & ~KeyLine.addressMask == 0, "a block's address has 48 bits, the last 4 0")
    precondition(capacityLog2 <= KeyLine.roomMask, "a block's room has 6 bits")
    let place = UInt64(address) << KeyLine.addressShift
    packed = place | packed & KeyLine.commitMask | UInt64(capacityLog2)
  }
}

struct KeyFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// The id is in use.
  static let live = KeyFlags(rawValue: 1)
  /// Written since the last commit; the committed value is in the list of old values.
  static let queued = KeyFlags(rawValue: 2)
  /// The key is in the list of keys changed by the last commit.
  static let changed = KeyFlags(rawValue: 4)
  /// The key is in the list of keys that may be unused.
  static let listed = KeyFlags(rawValue: 8)
  /// The key is in the order of names.
  static let ordered = KeyFlags(rawValue: 16)
  /// Changed since the last `takeUnsaved`, and in the list of unsaved keys.
  static let unsaved = KeyFlags(rawValue: 32)
  /// Volatile or derived: never saved.
  static let unkept = KeyFlags(rawValue: 64)
  /// Saved, and its removal not saved yet.
  static let saved = KeyFlags(rawValue: 128)
}

/// The committed value of a key that was written since.
struct OldValue {
  let value: StateValue?
  let key: UInt32
}
