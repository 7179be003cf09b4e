package import ButtonModel

/// Marks the keys at or under some prefixes, one bit each, set when a name gets its id.
struct KeyMarks: ~Copyable {
  private var prefixes: [UTF8String] = []
  private var words = Slab<UInt64>()

  private(set) var isInUse = false

  /// Applies to keys noted from now on: `a` means the key `a` and every key that begins with `a.`.
  mutating func begin(_ prefixes: [UTF8String]) {
    self.prefixes = prefixes
    isInUse = !prefixes.isEmpty
  }

  /// Call when a key gets its id.
  mutating func note(_ id: UInt32, _ name: UnsafeRawBufferPointer) {
    let index = Int(id >> 6)
    while words.count <= index { words.append(0) }
    let bit: UInt64 = 1 << UInt64(id & 63)
    if prefixes.contains(where: { StateKey.isName(name, atOrUnder: $0) }) {
      words.at(index).pointee |= bit
    } else {
      words.at(index).pointee &= ~bit
    }
  }

  func contains(_ id: UInt32) -> Bool {
    words.at(Int(id >> 6)).pointee & (1 << UInt64(id & 63)) != 0
  }
}

extension Store {
  /// Marks the keys at or under these prefixes, existing and future ones.
  package func mark(_ prefixes: [UTF8String]) {
    marks.begin(prefixes)
    for id in 0..<UInt32(keys.count) where isInUse(KeyID(rawValue: id)) {
      marks.note(id, names.name(of: id))
    }
  }

  package var marksKeys: Bool { marks.isInUse }

  /// Requires ``marksKeys``.
  package func isMarked(_ key: KeyID) -> Bool { marks.contains(key.rawValue) }
}
