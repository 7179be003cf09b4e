/// Finds the index of a name by its bytes, without creating a string.
package struct NameIndex: Sendable {
  private let names: [UTF8String]
  /// Open addressing: index + 1, or 0 if free; at least twice as many as `names`, a power of two.
  private let slots: [UInt16]

  package init(names: [UTF8String]) {
    var size = 16
    while size < names.count * 4 { size *= 2 }
    var slots = [UInt16](repeating: 0, count: size)
    for (index, name) in names.enumerated() {
      var slot = name.bytes.withUnsafeBytes { NameIndex.hash($0) } & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt16(index + 1)
    }
    self.names = names
    self.slots = slots
  }

  package subscript(name: UnsafeRawBufferPointer) -> Int? {
    var slot = NameIndex.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      let candidate = names[index].bytes
      if candidate.count == name.count, candidate.elementsEqual(name) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// FNV-1a.
  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}
