/// Finds the index of a method or member name in a fixed list, with one or a few probes.
package struct NameTable: Sendable {
  private struct Slot: Sendable {
    var name: StaticString
    var index: Int32
  }

  private var slots: [Slot]
  private let mask: Int

  /// The names must be distinct.
  package init(_ names: [StaticString]) {
    var size = 8
    while size < names.count * 4 { size *= 2 }
    mask = size - 1
    slots = Array(repeating: Slot(name: "", index: -1), count: size)
    for (index, name) in names.enumerated() {
      let bytes = UnsafeRawPointer(name.utf8Start)
      var place = Self.hash(bytes, count: name.utf8CodeUnitCount) & mask
      while slots[place].index >= 0 { place = (place + 1) & mask }
      slots[place] = Slot(name: name, index: Int32(index))
    }
  }

  /// The index of a name in the list; nil if it is not there.
  package func index(of name: JSONString) -> Int? {
    var place = Self.hash(name.start, count: name.count) & mask
    while true {
      let slot = slots[place]
      guard slot.index >= 0 else { return nil }
      if name == slot.name { return Int(slot.index) }
      place = (place &+ 1) & mask
    }
  }

  /// Mixes the length with the first and the last eight bytes.
  @inline(__always)
  private static func hash(_ start: UnsafeRawPointer, count: Int) -> Int {
    var head: UInt64 = 0
    var foot: UInt64 = 0
    if count >= 8 {
      head = start.loadUnaligned(as: UInt64.self)
      foot = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else {
      var offset = 0
      while offset < count {
        head = (head &<< 8) | UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
        offset &+= 1
      }
    }
    let mixed =
      (head ^ (foot &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count))
      &* 0xFF51_AFD7_ED55_8CCD
    return Int(truncatingIfNeeded: mixed &>> 40)
  }
}
