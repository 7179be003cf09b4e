internal import ButtonModel

/// Finds the places that were noted for a text by its hash; the texts themselves are not in it.
///
/// Open addressing with linear probing. Texts with the same hash share an entry, so the caller must
/// check which of the places are meant.
package struct WatcherIndex {
  /// The hash in the high half; below it a place plus one, or a list's number and `listFlag`. 0 is
  /// empty.
  private var entries: [UInt64] = []
  private var count = 0
  /// The places of hashes that have several.
  private var lists: [PlaceList] = []
  private var freeLists: [Int] = []
  private let sipHash = SipHash()

  /// About how much a name takes.
  package static let bytesPerName = 12

  private static let listFlag: UInt32 = 1 << 31
  private static let fewestEntries = 16

  package init() {}

  package mutating func insert(_ name: UnsafeRawBufferPointer, _ place: Int) {
    if count >= entries.count / 8 * 7 { resize(to: max(entries.count / 2 * 3, Self.fewestEntries)) }
    let hash = hash(name)
    let index = find(hash)
    let value = UInt32(truncatingIfNeeded: entries[index])
    if value == 0 {
      entries[index] = UInt64(hash) << 32 | UInt64(place + 1)
      count += 1
    } else if value & Self.listFlag != 0 {
      lists[Int(value & ~Self.listFlag)].append(place)
    } else {
      let number = freeLists.popLast() ?? lists.count
      let list = PlaceList.many([value - 1, UInt32(place)])
      if number == lists.count { lists.append(list) } else { lists[number] = list }
      entries[index] = UInt64(hash) << 32 | UInt64(UInt32(number) | Self.listFlag)
    }
  }

  /// Removes one occurrence.
  package mutating func remove(_ name: UnsafeRawBufferPointer, _ place: Int) {
    if entries.isEmpty { return }
    let hash = hash(name)
    let index = find(hash)
    let value = UInt32(truncatingIfNeeded: entries[index])
    if value == 0 { return }
    if value & Self.listFlag != 0 {
      let number = Int(value & ~Self.listFlag)
      lists[number].remove(place)
      guard case .one(let rest) = lists[number] else { return }
      lists[number] = .none
      freeLists.append(number)
      entries[index] = UInt64(hash) << 32 | UInt64(rest + 1)
    } else if value == UInt32(place + 1) {
      clear(index)
      count -= 1
      if entries.count > Self.fewestEntries, count < entries.count / 4 {
        resize(to: max(count * 2, Self.fewestEntries))
      }
    }
    if count == 0 { (lists, freeLists) = ([], []) }
  }

  /// The places that were noted for a text, and perhaps some of others.
  package func places(of name: UnsafeRawBufferPointer) -> PlaceList {
    if entries.isEmpty { return .none }
    let value = UInt32(truncatingIfNeeded: entries[find(hash(name))])
    if value == 0 { return .none }
    return value & Self.listFlag != 0 ? lists[Int(value & ~Self.listFlag)] : .one(value - 1)
  }

  private func hash(_ name: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: sipHash(name))
  }

  /// Where the probing for a hash begins.
  private func home(_ hash: UInt32) -> Int { Int((UInt64(hash) * UInt64(entries.count)) >> 32) }

  /// The entry of a hash, or the empty one where it belongs.
  private func find(_ hash: UInt32) -> Int {
    var index = home(hash)
    while entries[index] != 0, UInt32(truncatingIfNeeded: entries[index] >> 32) != hash {
      index = index + 1 == entries.count ? 0 : index + 1
    }
    return index
  }

  /// Moves later entries up that would no longer be found.
  private mutating func clear(_ index: Int) {
    var hole = index
    var next = index
    while true {
      next = next + 1 == entries.count ? 0 : next + 1
      if entries[next] == 0 { break }
      let home = home(UInt32(truncatingIfNeeded: entries[next] >> 32))
      let isReachable =
        hole <= next ? hole < home && home <= next : hole < home || home <= next
      if isReachable { continue }
      entries[hole] = entries[next]
      hole = next
    }
    entries[hole] = 0
  }

  private mutating func resize(to size: Int) {
    let old = entries
    entries = [UInt64](repeating: 0, count: size)
    for entry in old where entry != 0 {
      entries[find(UInt32(truncatingIfNeeded: entry >> 32))] = entry
    }
  }
}
