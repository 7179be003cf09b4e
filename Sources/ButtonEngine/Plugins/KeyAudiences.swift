import ButtonModel
import ButtonStore

/// Which plugins' workers may read a key, found when it first changes; two bytes per key.
struct KeyAudiences {
  /// The index of each key's audience, by the key's number; 0 where it is not known.
  private var indices: [UInt16] = []
  /// The distinct audiences, after a placeholder for the index 0 and the one that is nobody.
  private var audiences: [[Lane]] = [[], []]

  static let nobody = 1

  @inline(__always)
  mutating func index(of key: KeyID, among lanes: LaneTable, in store: Store) -> Int {
    let number = Int(key.rawValue)
    if number < indices.count, indices[number] != 0 { return Int(indices[number]) }
    return find(key, among: lanes, in: store)
  }

  subscript(index: Int) -> [Lane] { audiences[index] }

  private mutating func find(_ key: KeyID, among lanes: LaneTable, in store: Store) -> Int {
    let audience = lanes.all.filter { $0.covers(key, in: store) }
    let known = audiences.dropFirst().firstIndex { $0.elementsEqual(audience, by: ===) }
    if known == nil, audiences.count == Int(UInt16.max) { forget() }
    let index = known ?? audiences.count
    if known == nil { audiences.append(audience) }
    let number = Int(key.rawValue)
    if number >= indices.count {
      indices.append(contentsOf: repeatElement(0, count: number + 1 - indices.count))
    }
    indices[number] = UInt16(index)
    return index
  }

  /// There are other lanes, one reads other keys, or ids of keys were freed.
  mutating func forget() { self = KeyAudiences() }
}
