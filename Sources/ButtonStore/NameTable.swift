internal import ButtonModel
internal import CPlatform
internal import Glibc

/// Names and their ids: a hash table whose entries stand in groups of sixteen, a line of the cache,
/// that are compared all at once.
///
/// A group is filled from its beginning. What finds its group full is put into the next that is not,
/// as a stray, and marks the last entry of those it passes, where searches must go on.
///
/// An entry is the id in its lower bits, as many as the table needs, above them the lower bits of the
/// hash, and two marks. The higher bits of the hash say which group it is, so that an entry at home has
/// all of its hash, and a table that grows, by an eighth at a time, hashes strays only.
struct NameTable: ~Copyable {
  /// The maximum length of a name, in bytes.
  static let maximumLength = 255

  /// The hash of a name.
  struct Hash {
    static let bits = 25
    let value: UInt32
  }

  private static let groupSize = 16
  /// The entry is not in the group that its hash says.
  private static let stray: UInt32 = 1 << 31
  /// Nothing was put further on for want of room here; counts in a group's last entry.
  private static let open: UInt32 = 1 << 30
  /// No entry: no id is the last that its bits could hold, as the table is never full.
  private static let free = UInt32.max

  private var text = NameText()
  private var entries = Slab<UInt32>()
  private var groupCount = 0
  /// How many bits of an entry are the id's, and which.
  private var idBits: UInt32 = 0
  private var idMask: UInt32 = 0
  private let sipHash = SipHash()
  /// The number of names.
  private(set) var count = 0

  init() { setGroups(1) }

  /// SipHash with the process's own key: names come from clients, who must not aim at one group.
  func hash(_ name: UnsafeRawBufferPointer) -> Hash {
    Hash(value: UInt32(sipHash(name) &>> UInt64(64 - Hash.bits)))
  }

  /// The id of a name; nil if it has none.
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

  /// Gives a name that has no id this one, which is less than the number of names there have been at a
  /// time.
  mutating func insert(_ name: UnsafeRawBufferPointer, _ hash: Hash, id: UInt32) {
    precondition(name.count <= NameTable.maximumLength, "a key's name is at most 255 bytes")
    if count * 2 >= groupCount * 29 { grow() }
    precondition(id < idMask, "ids are given out one after the other")
    put(hash, id)
    text.insert(name, id: id)
    count += 1
  }

  /// Removes the name of an id.
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

  /// The bytes of an id's name, valid until the next insertion or removal.
  func name(of id: UInt32) -> UnsafeRawBufferPointer { text.name(of: id) }

  /// The memory of the names in bytes, including gaps left by removed ones.
  var nameBytes: Int { text.byteCount }

  private func entry(_ hash: Hash, _ id: UInt32) -> UInt32 {
    hash.value &<< idBits & (NameTable.open - 1) | NameTable.open | id
  }

  private func home(of hash: Hash) -> Int { (Int(hash.value) &* groupCount) &>> Hash.bits }

  private func next(_ group: Int) -> Int { group &+ 1 == groupCount ? 0 : group &+ 1 }

  private func line(_ group: Int) -> UnsafeMutablePointer<UInt32> {
    entries.base + group &* NameTable.groupSize
  }

  /// Whether an entry of the group was put into a later group because this one was full, and may
  /// still be there.
  private func wasPassed(_ group: Int) -> Bool {
    line(group)[NameTable.groupSize - 1] & NameTable.open == 0
  }

  /// The number of entries in a group.
  private func used(_ group: Int) -> Int {
    let free = csystem_equal_words(line(group), NameTable.free, .max)
    return (free | 1 << UInt32(NameTable.groupSize)).trailingZeroBitCount
  }

  private func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.isEmpty }
    return memcmp(first, second, a.count) == 0
  }

  /// Puts an entry at the end of the first group with room, from its own on.
  private func put(_ hash: Hash, _ id: UInt32) {
    put(hash, id) { used($0) }
  }

  /// The same, where `used` tells how many entries a group has and may count one more.
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

  /// Frees an entry: the last of its group comes to its place, and when others were pushed on past the
  /// group, one of them to the end.
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

  /// An entry behind a group that was pushed on past it.
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

  /// Puts all entries into a table that is an eighth larger.
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

  /// Puts the entries of one group of the table as it was into that it is now; `counts` tells how many
  /// each group has, as groups just written are not quick to search.
  private func move(
    _ entries: UnsafePointer<UInt32>, _ group: Int, of oldCount: Int, _ oldBits: UInt32,
    _ counts: UnsafeMutableBufferPointer<UInt8>
  ) {
    // The lowest hash of the group; an entry's is above it by less than the entry has bits for.
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
