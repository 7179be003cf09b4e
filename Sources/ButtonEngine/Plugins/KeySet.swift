import ButtonStore

/// A set of keys as bits, for sets that are filled and emptied all the time.
struct KeySet {
  private var words: [UInt64] = []

  /// Adds a key; false when it was there.
  mutating func insert(_ key: KeyID) -> Bool {
    let word = Int(key.rawValue >> 6)
    while words.count <= word { words.append(0) }
    let bit = UInt64(1) << UInt64(key.rawValue & 63)
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    return true
  }

  /// Takes a key out.
  mutating func remove(_ key: KeyID) {
    let word = Int(key.rawValue >> 6)
    guard word < words.count else { return }
    words[word] &= ~(UInt64(1) << UInt64(key.rawValue & 63))
  }

  /// True when the key is in the set.
  func contains(_ key: KeyID) -> Bool {
    let word = Int(key.rawValue >> 6)
    return word < words.count && words[word] & (UInt64(1) << UInt64(key.rawValue & 63)) != 0
  }
}
