import TestSupport
import Testing

@testable import ButtonStore

struct NameTableTests {
  /// The table beside a dictionary; every difference is an issue.
  private struct Pair: ~Copyable {
    var table = NameTable()
    var ids: [[UInt8]: UInt32] = [:]
    var names: [[UInt8]?] = []
    var free: [UInt32] = []

    /// Gives a name an id, of those that became free any or the last; true when it had none.
    mutating func insert(_ name: [UInt8], _ random: inout Seed) {
      let hash = name.withUnsafeBytes { table.hash($0) }
      let known = name.withUnsafeBytes { table.id(of: $0, hash) }
      #expect(known == ids[name])
      guard known == nil, ids[name] == nil else { return }
      if free.isEmpty {
        free.append(UInt32(names.count))
        names.append(nil)
      } else if Bool.random(using: &random) {
        free.swapAt(Int.random(in: free.indices, using: &random), free.count - 1)
      }
      let id = free.removeLast()
      name.withUnsafeBytes { table.insert($0, hash, id: id) }
      ids[name] = id
      names[Int(id)] = name
    }

    mutating func remove(_ id: UInt32) {
      guard let name = names[Int(id)] else { return }
      table.remove(id: id)
      names[Int(id)] = nil
      ids[name] = nil
      free.append(id)
    }

    /// Compares everything; `others` may have no id.
    func check(_ others: [[UInt8]]) {
      #expect(table.count == ids.count)
      for (name, id) in ids {
        #expect(self.id(of: name) == id)
        #expect(Array(table.name(of: id)) == name)
      }
      for name in others { #expect(self.id(of: name) == ids[name]) }
    }

    func id(of name: [UInt8]) -> UInt32? {
      name.withUnsafeBytes { table.id(of: $0, table.hash($0)) }
    }
  }

  /// Random names, most of them short, of 0 to 255 bytes.
  private static func names(_ count: Int, _ random: inout Seed) -> [[UInt8]] {
    (0..<count).map { _ in
      let longest = Int.random(in: 0..<8, using: &random) == 0 ? NameTable.maximumLength : 12
      let length = Int.random(in: 0...longest, using: &random)
      return (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }

  /// Waxes and wanes several times with the names.
  private static func play(
    _ pair: inout Pair, _ names: [[UInt8]], steps: Int, _ random: inout Seed
  ) {
    for phase in 0..<6 {
      for _ in 0..<steps {
        if Int.random(in: 0..<10, using: &random) < (phase % 2 == 0 ? 8 : 2) {
          pair.insert(names[Int.random(in: names.indices, using: &random)], &random)
        } else if !pair.names.isEmpty {
          pair.remove(UInt32.random(in: 0..<UInt32(pair.names.count), using: &random))
        }
      }
      pair.check(names)
    }
  }

  @Test func theTableAgreesWithADictionary() {
    var random = Seed()
    for _ in 0..<scaled(6) {
      var pair = Pair()
      let count = [1, 14, 15, 100, 1_000, 3_000][Int.random(in: 0..<6, using: &random)]
      let names = Self.names(count, &random) + [[]]
      Self.play(&pair, names, steps: 2 * names.count, &random)
    }
  }

  @Test(arguments: ["in front", "behind"])
  func namesThatAllBelongToAFewGroupsAreFoundBeyondThem(_ place: String) {
    var random = Seed()
    var pair = Pair()
    // Each table has a key of its own, so the names are searched for it; a 64th part of all is left.
    let part = NameTable.Hash.bits - 6
    let crowded = Self.names(scaled(30_000), &random).filter { name in
      let hash = name.withUnsafeBytes { pair.table.hash($0).value }
      return hash >> part == (place == "in front" ? 0 : 63)
    }
    let others = Self.names(crowded.count * 2, &random)
    for name in crowded + others { pair.insert(name, &random) }
    pair.check(crowded)
    Self.play(&pair, crowded + others, steps: 2 * crowded.count, &random)
    for id in pair.names.indices { pair.remove(UInt32(id)) }
    pair.check(crowded + others)
    Self.play(&pair, crowded, steps: crowded.count, &random)
  }

  @Test func namesOfOneHashAreToldApart() {
    var random = Seed()
    var pair = Pair()
    var seen: [UInt32: [UInt8]] = [:]
    var alike: Set<[UInt8]> = []
    for name in Self.names(60_000, &random) {
      let hash = name.withUnsafeBytes { pair.table.hash($0).value }
      if let other = seen.updateValue(name, forKey: hash), other != name {
        alike.formUnion([name, other])
      }
    }
    #expect(!alike.isEmpty)
    let names = alike.sorted { $0.lexicographicallyPrecedes($1) }
    Self.play(&pair, names, steps: 4 * names.count, &random)
  }

  @Test func namesThatGoLeaveTheirRoomToOthers() {
    var table = NameTable()
    let name = [UInt8](repeating: 7, count: NameTable.maximumLength)
    let names = (0..<100).map { Array(name.dropLast()) + [UInt8($0)] }
    func insert(_ index: Int) {
      names[index].withUnsafeBytes { table.insert($0, table.hash($0), id: UInt32(index)) }
    }
    for index in names.indices { insert(index) }
    // In groups, each name that comes moves eight: what they leave must not add up.
    for round in 0..<20_000 {
      let id = round &* 37 % names.count
      table.remove(id: UInt32(id))
      insert(id)
    }
    #expect(table.nameBytes < 3 * names.count * NameTable.maximumLength)
    for index in names.indices { #expect(Array(table.name(of: UInt32(index))) == names[index]) }
  }
}
