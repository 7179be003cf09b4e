internal import ButtonModel

/// All that the tick needs to know of one key, in 40 bytes.
struct KeyLine {
  /// The newest value, visible at once; nil when the key is absent.
  var value: StateValue?
  /// What is going on with the key.
  var flags: KeyFlags = []
  /// The room in `subscribers`, as a power of two; meaningless while there is no block.
  var capacityLog2: UInt8 = 0
  /// How many buttons read the key.
  var subscriberCount: UInt32 = 0
  /// The revision of the last write that changed the value; 0 when never written.
  var changedAt: UInt64 = 0
  /// The slots of the buttons that read the key; each button remembers its position in it.
  var subscribers: UnsafeMutablePointer<UInt32>?
  /// The commit in which the value last changed; 0 when never.
  var committedAt: UInt64 = 0
}

/// What is going on with a key.
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
