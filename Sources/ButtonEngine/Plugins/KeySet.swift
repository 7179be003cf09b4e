import ButtonStore

/// A set of keys as a bitmap, for sets that are filled and emptied often.
struct KeySet {
  private var words: [UInt64] = []

  /// False if the key was present already.
  mutating func insert(_ key: KeyID) -> Bool {
    let word = Int(key.rawValue >> 6)
    while words.count <= word { words.append(0) }
    let bit = UInt64(1) << UInt64(key.rawValue & 63)
    if words[word] & bit != 0 { return false }
    words[word] |= bit
    return true
  }

  mutating func remove(_ key: KeyID) {
    let word = Int(key.rawValue >> 6)
    guard word < words.count else { return }
    words[word] &= ~(UInt64(1) << UInt64(key.rawValue & 63))
  }

  func contains(_ key: KeyID) -> Bool {
    let word = Int(key.rawValue >> 6)
    return word < words.count && words[word] & (UInt64(1) << UInt64(key.rawValue & 63)) != 0
  }
}
