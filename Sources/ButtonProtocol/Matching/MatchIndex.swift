package import ButtonModel

/// Finds the matches, among many lasting ones, that mean a button. Ids and groups are looked up;
/// each distinct glob is tried once, if the id has its prefix and all of its characters.
package struct MatchIndex {
  fileprivate struct Entry {
    let text: UTF8String
    let glob: Glob
    var places: [Int]
  }

  /// Globs with the same prefix, each beside the characters that it needs.
  fileprivate struct Bucket {
    var characters: [UInt64] = []
    var entries: [Entry] = []
    var indices: [UTF8String: Int] = [:]
  }

  private var everything: [Int] = []
  private var ids = WatcherIndex()
  private var groups: [UTF8String: [Int]] = [:]
  private var globs: [UTF8String: Bucket] = [:]
  /// How many prefixes of globs there are of each length.
  private var lengths = [Int](repeating: 0, count: ButtonDefinition.maximumIDBytes + 1)

  package init() {}

  package mutating func insert(_ match: Match, at place: Int) {
    if let group = match.group { groups[group, default: []].append(place) }
    if match.isEverything {
      everything.append(place)
      return
    }
    for index in match.ids.indices {
      match.ids.withBytes(at: index) { ids.insert($0, place) }
    }
    for text in match.globs {
      let glob = Glob(text)
      let prefix = glob.prefix
      guard prefix.bytes.count < lengths.count else { continue }
      if globs[prefix] == nil { lengths[prefix.bytes.count] += 1 }
      globs[prefix, default: Bucket()].insert(text, glob, place)
    }
  }

  package mutating func remove(_ match: Match, at place: Int) {
    if let group = match.group { MatchIndex.remove(place, from: &groups[group]) }
    if match.isEverything {
      everything.removeAll { $0 == place }
      return
    }
    for index in match.ids.indices {
      match.ids.withBytes(at: index) { ids.remove($0, place) }
    }
    for text in match.globs {
      let prefix = Glob(text).prefix
      guard globs[prefix]?.remove(text, place) == true else { continue }
      globs[prefix] = nil
      lengths[prefix.bytes.count] -= 1
    }
  }

  /// The places, ascending, of the matches that mean a button; `match` gives the match at a place.
  package func places(
    id: UTF8String, group: UTF8String?, match: (Int) -> Match?
  ) -> [Int] {
    var found = everything
    id.bytes.withUnsafeBytes { id in
      ids.places(of: id).sorted { place in
        if match(place)?.ids.contains(id) == true { found.append(place) }
      }
    }
    if !groups.isEmpty, let group { found += groups[group] ?? [] }
    if !globs.isEmpty {
      id.bytes.withUnsafeBytes { bytes in
        let characters = MatchIndex.characters(bytes)
        for length in 0...min(bytes.count, lengths.count - 1) where lengths[length] > 0 {
          let prefix = UTF8String(copying: UnsafeRawBufferPointer(rebasing: bytes[..<length]))
          globs[prefix]?.collect(bytes, characters, into: &found)
        }
      }
    }
    return MatchIndex.sortedUnique(found)
  }

  private static func sortedUnique(_ places: [Int]) -> [Int] {
    if places.count < 2 { return places }
    var unique: [Int] = []
    for place in places.sorted() where unique.last != place { unique.append(place) }
    return unique
  }

  private static func remove(_ place: Int, from places: inout [Int]?) {
    places?.removeAll { $0 == place }
    if places?.isEmpty == true { places = nil }
  }

  /// A bit for each character, or for a few that share it.
  fileprivate static func characters(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var set: UInt64 = 0
    for byte in text { set |= 1 &<< UInt64(byte & 63) }
    return set
  }
}

extension MatchIndex.Bucket {
  fileprivate mutating func insert(_ text: UTF8String, _ glob: Glob, _ place: Int) {
    if let index = indices[text] {
      entries[index].places.append(place)
      return
    }
    indices[text] = entries.count
    entries.append(MatchIndex.Entry(text: text, glob: glob, places: [place]))
    characters.append(glob.withLiterals { MatchIndex.characters($0) })
  }

  /// Returns whether the bucket is empty.
  fileprivate mutating func remove(_ text: UTF8String, _ place: Int) -> Bool {
    guard let index = indices[text] else { return false }
    entries[index].places.removeAll { $0 == place }
    if entries[index].places.isEmpty {
      indices[text] = nil
      entries.swapAt(index, entries.count - 1)
      if index < entries.count - 1 { indices[entries[index].text] = index }
      characters.swapAt(index, entries.count - 1)
      entries.removeLast()
      characters.removeLast()
    }
    return entries.isEmpty
  }

  fileprivate func collect(_ id: UnsafeRawBufferPointer, _ found: UInt64, into places: inout [Int])
  {
    var work = 0
    for index in characters.indices where characters[index] & ~found == 0 {
      if entries[index].glob.matches(id, work: &work) { places += entries[index].places }
    }
  }
}
