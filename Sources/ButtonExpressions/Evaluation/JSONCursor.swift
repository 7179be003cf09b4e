/// Goes through the elements of a list, or the members of a map, in their order.
struct JSONCursor {
  private let text: Text
  /// The first byte of the storage that has not been passed.
  private(set) var offset: Int
  private let isMap: Bool

  /// A cursor before the first element of a list or a map.
  init(_ text: Text) {
    self.text = text
    offset = text.range.lowerBound + 1
    isMap = text.storage[text.range.lowerBound] == UInt8(ascii: "{")
  }

  /// Where the next element stands, and for a map its name with its quotes before it. Counts what it
  /// goes through.
  mutating func next(_ work: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
    let before = offset
    defer { work &+= Work.element &+ offset &- before }
    return text.storage.withUnsafeBytes { bytes in
      if offset < text.range.upperBound, bytes[offset] == UInt8(ascii: ",") { offset += 1 }
      guard offset < text.range.upperBound - 1 else { return nil }
      let start = offset
      var valueStart = start
      if isMap {
        valueStart = JSONText.end(of: start, in: bytes) + 1
      }
      offset = JSONText.end(of: valueStart, in: bytes)
      return (start..<(isMap ? valueStart - 1 : start), valueStart..<offset)
    }
  }

  /// The next element as a value: of a list itself, of a map its name.
  mutating func nextValue(_ work: inout Int) -> Value? {
    guard let (name, value) = next(&work) else { return nil }
    return JSONText.value(isMap ? name : value, in: text.storage, &work)
  }
}
