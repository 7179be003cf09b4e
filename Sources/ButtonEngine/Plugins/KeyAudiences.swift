import ButtonModel
import ButtonStore

/// Which plugins' workers may read a key, found when the key first changes: two bytes for every key up to
/// the last of them.
struct KeyAudiences {
  /// By a key's number, the index of its audience; 0 where it is not known.
  private var indices: [UInt16] = []
  /// The audiences that differ. The first is a placeholder for the index 0, which stands for "not known";
  /// the second is nobody.
  private var audiences: [[Lane]] = [[], []]

  /// The index of the audience that is nobody.
  static let nobody = 1

  /// The index of a key's audience among the lanes of a table.
  @inline(__always)
  mutating func index(of key: KeyID, among lanes: LaneTable, in store: Store) -> Int {
    let number = Int(key.rawValue)
    if number < indices.count, indices[number] != 0 { return Int(indices[number]) }
    return find(key, among: lanes, in: store)
  }

  /// The lanes of an audience.
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

  /// Forgets everything, because there are other lanes, one reads other keys, or ids of keys were freed.
  mutating func forget() { self = KeyAudiences() }
}
