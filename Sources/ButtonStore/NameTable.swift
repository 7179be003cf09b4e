internal import ButtonModel
internal import CPlatform
internal import Glibc

/// Names and their ids: a hash table with groups of sixteen entries, one cache line, which are
/// compared all at once.
///
/// A group is filled from its beginning. An entry whose group is full goes into the next group with
/// room, as a stray; the last entry of each group it passes is marked, so that searches go on
/// there.
///
/// An entry is the id in as many lower bits as the table needs, above it the lower bits of the
/// hash, and two marks. The higher bits of the hash select the group. So an entry in its own group
/// has its whole hash, and a table that grows, by an eighth at a time, hashes only strays.
struct NameTable: ~Copyable {
  /// In bytes.
  static let maximumLength = 255

  struct Hash {
    static let bits = 25
    let value: UInt32
  }

  private static let groupSize = 16
  /// The entry is not in its hash's group.
  private static let stray: UInt32 = 1 << 31
  /// No entry has passed this group; counts in a group's last entry.
  private static let open: UInt32 = 1 << 30
  /// No entry: no id has these bits, because the table is never full.
  private static let free = UInt32.max

  private var text = NameText()
  private var entries = Slab<UInt32>()
  private var groupCount = 0
  /// The id's part of an entry, as a number of bits and a mask.
  private var idBits: UInt32 = 0
  private var idMask: UInt32 = 0
  private let sipHash = SipHash()
  private(set) var count = 0

  init() { setGroups(1) }

  /// SipHash with a key per process: names come from clients, who must not be able to flood a
  /// group.
  func hash(_ name: UnsafeRawBufferPointer) -> Hash {
    Hash(value: UInt32(sipHash(name) &>> UInt64(64 - Hash.bits)))
  }

  func id(of name: UnsafeRawBufferPointer, _ hash: Hash) -> UInt32? {
    let ignored = idMask | NameTable.open
    var group = home(of: hash)
    var wanted = entry(hash, 0)
    while true {
      let entries = line(group)
      var equal = csystem_equal_words(entries, wanted, ~ignored)
      while equal != 0 {
        let entry = entries[equal.trailingZeroBitCount]
        if entry == NameTable.free { return nil }
        let id = entry & idMask
        if isEqual(name, text.name(of: id)) { return id }
        equal &= equal &- 1
      }
      if entries[NameTable.groupSize - 1] & NameTable.open != 0 { return nil }
      group = next(group)
      wanted |= NameTable.stray
    }
  }

  /// The name must have no id. `id` is below the highest number of names so far, this one included.
  mutating func insert(_ name: UnsafeRawBufferPointer, _ hash: Hash, id: UInt32) {
    precondition(name.count <= NameTable.maximumLength, "a key's name is at most 255 bytes")
    if count * 2 >= groupCount * 29 { grow() }
    precondition(id < idMask, "ids are given out one after the other")
    put(hash, id)
    text.insert(name, id: id)
    count += 1
  }

  mutating func remove(id: UInt32) {
    var group = home(of: hash(name(of: id)))
    var equal = csystem_equal_words(line(group), id, idMask)
    while equal == 0 {
      precondition(wasPassed(group), "only a known name is removed")
      group = next(group)
      equal = csystem_equal_words(line(group), id, idMask)
    }
    free(equal.trailingZeroBitCount, in: group)
    text.remove(id: id)
    count -= 1
  }

  /// Valid until the next insertion or removal.
  func name(of id: UInt32) -> UnsafeRawBufferPointer { text.name(of: id) }

  /// In bytes, gaps of removed names included.
  var nameBytes: Int { text.byteCount }

  private func entry(_ hash: Hash, _ id: UInt32) -> UInt32 {
    hash.value &<< idBits & (NameTable.open - 1) | NameTable.open | id
  }

  private func home(of hash: Hash) -> Int { (Int(hash.value) &* groupCount) &>> Hash.bits }

  private func next(_ group: Int) -> Int { group &+ 1 == groupCount ? 0 : group &+ 1 }

  private func line(_ group: Int) -> UnsafeMutablePointer<UInt32> {
    entries.base + group &* NameTable.groupSize
  }

  /// Whether an entry was put into a later group because this one was full. It may still be there.
  private func wasPassed(_ group: Int) -> Bool {
    line(group)[NameTable.groupSize - 1] & NameTable.open == 0
  }

  private func used(_ group: Int) -> Int {
    let free = csystem_equal_words(line(group), NameTable.free, .max)
    return (free | 1 << UInt32(NameTable.groupSize)).trailingZeroBitCount
  }

  private func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.isEmpty }
    return memcmp(first, second, a.count) == 0
  }

  /// Uses the first group with room, from its own on.
  private func put(_ hash: Hash, _ id: UInt32) {
    put(hash, id) { used($0) }
  }

  /// `used` returns the number of a group's entries, and may count one more.
  @inline(__always)
  private func put(_ hash: Hash, _ id: UInt32, _ used: (Int) -> Int) {
    var group = home(of: hash)
    var entry = entry(hash, id)
    var place = used(group)
    while place == NameTable.groupSize {
      line(group)[NameTable.groupSize - 1] &= ~NameTable.open
      group = next(group)
      entry |= NameTable.stray
      place = used(group)
    }
    line(group)[place] = entry
  }

  /// Frees an entry: the group's last entry takes its place and, if entries passed the group, one
  /// of those takes the last place.
  private func free(_ place: Int, in group: Int) {
    var (place, group) = (place, group)
    while true {
      let entries = line(group)
      let last = used(group) - 1
      let wasPassed = wasPassed(group)
      entries[place] = entries[last] | NameTable.open
      entries[last] = NameTable.free
      guard wasPassed, let (later, stray) = stray(past: group) else { return }
      let id = line(later)[stray] & idMask
      let hash = hash(name(of: id))
      entries[last] = entry(hash, id) & ~NameTable.open
      if home(of: hash) != group { entries[last] |= NameTable.stray }
      (place, group) = (stray, later)
    }
  }

  /// An entry behind a group that passed it.
  private func stray(past group: Int) -> (group: Int, place: Int)? {
    var later = group
    repeat {
      later = next(later)
      let entries = line(later)
      var strays = csystem_equal_words(entries, NameTable.stray, NameTable.stray)
      while strays != 0, entries[strays.trailingZeroBitCount] != NameTable.free {
        let place = strays.trailingZeroBitCount
        let home = home(of: hash(name(of: entries[place] & idMask)))
        if distance(home, later) >= distance(group, later) { return (later, place) }
        strays &= strays - 1
      }
    } while wasPassed(later)
    return nil
  }

  private func distance(_ group: Int, _ later: Int) -> Int {
    later >= group ? later - group : later + groupCount - group
  }

  private mutating func grow() {
    var old = Slab<UInt32>()
    swap(&old, &entries)
    let (oldCount, oldBits) = (groupCount, idBits)
    setGroups(groupCount + groupCount / 8 + 2)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: groupCount) { used in
      used.initialize(repeating: 0)
      for group in 0..<oldCount {
        move(old.base + group * NameTable.groupSize, group, of: oldCount, oldBits, used)
      }
    }
  }

  /// Moves the entries of an old group into the new table. `counts` has the number of entries per
  /// group: groups just written are slow to search.
  private func move(
    _ entries: UnsafePointer<UInt32>, _ group: Int, of oldCount: Int, _ oldBits: UInt32,
    _ counts: UnsafeMutableBufferPointer<UInt8>
  ) {
    // The lowest hash of the group; those of its entries exceed it by less than their bits can
    // hold.
    let lowest = UInt32((group << Hash.bits + oldCount - 1) / oldCount)
    for place in 0..<NameTable.groupSize where entries[place] != NameTable.free {
      let entry = entries[place]
      let id = entry & (1 &<< oldBits &- 1)
      let above = (entry &>> oldBits &- lowest) & (NameTable.open &>> oldBits &- 1)
      let isStray = entry & NameTable.stray != 0
      put(isStray ? hash(name(of: id)) : Hash(value: lowest &+ above), id) {
        let count = counts[$0]
        if count < NameTable.groupSize { counts[$0] = count + 1 }
        return Int(count)
      }
    }
  }

  private mutating func setGroups(_ newCount: Int) {
    let size = newCount * NameTable.groupSize
    precondition(size <= 1 << 29, "an entry has 32 bits")
    groupCount = newCount
    idBits = UInt32(Int.bitWidth - (size - 1).leadingZeroBitCount)
    idMask = 1 << idBits - 1
    entries.reserve(size)
    for _ in 0..<size { entries.appendReserved(NameTable.free) }
  }
}
