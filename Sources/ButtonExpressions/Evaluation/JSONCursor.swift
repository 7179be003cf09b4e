/// Iterates over the elements of a list or the members of a map.
struct JSONCursor {
  private let text: Text
  /// The first byte of the storage that has not been passed.
  private(set) var offset: Int
  private let isMap: Bool

  init(_ text: Text) {
    self.text = text
    offset = text.range.lowerBound + 1
    isMap = text.storage[text.range.lowerBound] == UInt8(ascii: "{")
  }

  /// The ranges of the next element and, in a map, of its name with quotes. Adds the cost to
  /// `work`.
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

  /// The next element of a list, or the next name of a map.
  mutating func nextValue(_ work: inout Int) -> Value? {
    guard let (name, value) = next(&work) else { return nil }
    return JSONText.value(isMap ? name : value, in: text.storage, &work)
  }
}
