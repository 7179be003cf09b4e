import Glibc

/// Finds ids exactly as they are written, which the parsed document does not always preserve.
struct IDReader {
  private let line: UnsafeRawBufferPointer
  private var scanner: RawScanner
  private var scannedElements = 0
  private var isInArray = false
  private var escapes: Bool?

  init(line: UnsafeRawBufferPointer) {
    self.line = line
    scanner = RawScanner(line)
  }

  /// The id in `value`, which is member `ordinal` of the line's object, or of the object at `index`
  /// of the line's array; nil if no id has that type.
  ///
  /// Ask for the elements of an array in order.
  @inline(__always)
  mutating func id(_ value: JSONElement, ordinal: Int, index: Int?) -> RequestIDView? {
    switch value.kind {
    case .integer:
      if let int = value.int, int != 0 { return .int(int) }
      return rawID(ordinal: ordinal, index: index)
    case .string:
      if let text = value.text, !lineHasEscapes() { return .text(text) }
      return rawID(ordinal: ordinal, index: index)
    case .null:
      return .null
    case .double, .outOfRangeInteger:
      return rawID(ordinal: ordinal, index: index)
    case .object, .array, .bool:
      return nil
    }
  }

  @inline(never)
  private mutating func rawID(ordinal: Int, index: Int?) -> RequestIDView {
    if let index { moveToElement(index) } else { scanner.skipWhitespace() }
    var inside = scanner
    let written = inside.memberValue(ordinal: ordinal)
    if written.count == 1, written[0] == UInt8(ascii: "0") { return .int(0) }
    return .raw(written)
  }

  private mutating func moveToElement(_ index: Int) {
    if !isInArray {
      isInArray = true
      scanner.enterContainer()
    }
    while scannedElements < index {
      scanner.skipValue()
      scanner.nextItem()
      scannedElements += 1
    }
  }

  private mutating func lineHasEscapes() -> Bool {
    if let escapes { return escapes }
    let found =
      line.baseAddress.map { memchr($0, Int32(UInt8(ascii: "\\")), line.count) != nil } ?? false
    escapes = found
    return found
  }
}
