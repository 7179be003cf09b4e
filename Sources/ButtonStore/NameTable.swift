internal import Glibc

/// Names and their ids: open addressing over the names' bytes, which lie end to end in one block,
/// each after a byte that says its length.
///
/// A bucket has the id in its lower bits, as many as the table needs, and those bits of the hash above
/// them that do not say which bucket it is. What it lacks of the hash, the name tells.
struct NameTable: ~Copyable {
  /// A free bucket: no id is the last that its bits could hold, as the table is never full.
  private static let empty = UInt32.max

  /// The longest name, in bytes.
  static let maximumLength = 255

  /// What the offset of an id without a name is.
  private static let nowhere = UInt32.max

  /// Where the name of every id begins.
  private var offsets = Slab<UInt32>()
  private var bytes = Slab<UInt8>()
  private var buckets = Slab<UInt32>()
  /// The bits of a bucket that are the id's.
  private var idMask: UInt32 = 0
  /// A hasher without input; making one costs as much as hashing a name.
  private let fresh = Hasher()
  /// How many names are there.
  private(set) var count = 0
  /// Bytes of removed names still in the block.
  private var garbage = 0

  init() { rebuild(size: 16) }

  /// The name's id; nil when it has none.
  func id(of name: UnsafeRawBufferPointer) -> UInt32? {
    let found = bucket(of: name, hash: hash(name)).pointee
    return found == NameTable.empty ? nil : id(in: found)
  }

  /// Gives a name that has no id this one, which is less than the number of names there have been at a
  /// time.
  mutating func insert(_ name: UnsafeRawBufferPointer, id: UInt32) {
    precondition(name.count <= NameTable.maximumLength, "a key's name is at most 255 bytes")
    if (count + 1) * 4 > buckets.count * 3 { rebuild(size: buckets.count * 2) }
    let hash = hash(name)
    let free = bucket(of: name, hash: hash)
    precondition(free.pointee == NameTable.empty, "a name has one id")
    free.pointee = entry(hash, id)
    while offsets.count <= Int(id) { offsets.append(NameTable.nowhere) }
    offsets.at(Int(id)).pointee = store(name)
    count += 1
  }

  /// Takes the name away from an id.
  mutating func remove(id: UInt32) {
    let name = name(of: id)
    let found = bucket(of: name, hash: hash(name))
    precondition(self.id(in: found.pointee) == id, "only a known name is removed")
    close(found - buckets.base)
    count -= 1
    garbage += name.count + 1
    offsets.at(Int(id)).pointee = NameTable.nowhere
    if garbage > 65_536, garbage > bytes.count / 2 { compact() }
  }

  /// The bytes of an id's name, valid until the next insertion or removal.
  func name(of id: UInt32) -> UnsafeRawBufferPointer {
    let offset = offsets.at(Int(id)).pointee
    precondition(offset != NameTable.nowhere, "the id has no name")
    let length = bytes.base + Int(offset)
    return UnsafeRawBufferPointer(start: length + 1, count: Int(length.pointee))
  }

  /// SipHash with the process's own key: names come from clients, who must not aim at one bucket.
  private func hash(_ name: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = fresh
    hasher.combine(bytes: name)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private func entry(_ hash: UInt32, _ id: UInt32) -> UInt32 {
    precondition(id < buckets.count - 1, "ids are given out one after the other")
    return hash & ~idMask | id
  }

  private func id(in entry: UInt32) -> UInt32 { entry & idMask }

  /// The bucket that has the name, or the free one where it belongs.
  private func bucket(
    of name: UnsafeRawBufferPointer, hash: UInt32
  ) -> UnsafeMutablePointer<UInt32> {
    let mask = buckets.count - 1
    var index = Int(hash) & mask
    while true {
      let bucket = buckets.base + index
      let entry = bucket.pointee
      if entry == NameTable.empty { return bucket }
      if (entry ^ hash) & ~idMask == 0, isEqual(name, self.name(of: id(in: entry))) {
        return bucket
      }
      index = (index + 1) & mask
    }
  }

  private func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.isEmpty }
    return memcmp(first, second, a.count) == 0
  }

  /// Empties a bucket and moves back those behind it that were pushed on past it.
  private func close(_ opened: Int) {
    let mask = buckets.count - 1
    var hole = opened
    var index = (hole + 1) & mask
    while buckets.base[index] != NameTable.empty {
      let home = Int(hash(name(of: id(in: buckets.base[index])))) & mask
      if (index - home) & mask >= (index - hole) & mask {
        buckets.base[hole] = buckets.base[index]
        hole = index
      }
      index = (index + 1) & mask
    }
    buckets.base[hole] = NameTable.empty
  }

  /// Puts all names into an empty table of another size.
  private mutating func rebuild(size: Int) {
    precondition(size <= 1 << 31, "a bucket has 32 bits")
    buckets = Slab()
    buckets.reserve(size)
    for _ in 0..<size { buckets.appendReserved(NameTable.empty) }
    idMask = UInt32(size - 1)
    for id in 0..<UInt32(offsets.count) where offsets.base[Int(id)] != NameTable.nowhere {
      let hash = hash(name(of: id))
      var index = Int(hash) & (size - 1)
      while buckets.base[index] != NameTable.empty { index = (index + 1) & (size - 1) }
      buckets.base[index] = entry(hash, id)
    }
  }

  private mutating func store(_ name: UnsafeRawBufferPointer) -> UInt32 {
    let offset = bytes.count
    precondition(offset + 256 < Int(NameTable.nowhere), "names fill at most 4 GiB")
    NameTable.append(name, to: &bytes)
    return UInt32(offset)
  }

  /// Writes the names anew without those removed.
  private mutating func compact() {
    var kept = Slab<UInt8>()
    kept.reserve(bytes.count - garbage)
    for id in 0..<offsets.count where offsets.base[id] != NameTable.nowhere {
      let name = name(of: UInt32(id))
      offsets.base[id] = UInt32(kept.count)
      NameTable.append(name, to: &kept)
    }
    bytes = kept
    garbage = 0
  }

  private static func append(_ name: UnsafeRawBufferPointer, to bytes: inout Slab<UInt8>) {
    bytes.append(UInt8(name.count))
    for byte in name { bytes.append(byte) }
  }
}
