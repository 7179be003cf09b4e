/// Splits a format into texts and verbs.
struct FormatScanner {
  enum Piece {
    /// Verbatim bytes.
    case text(Range<Int>)
    case verb(FormatVerb)
    /// A `%` that begins no verb.
    case malformed
  }

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// The piece at `offset`, which moves behind it; nil at the end.
  static func piece(of bytes: UnsafeRawBufferPointer, at offset: inout Int) -> Piece? {
    var scanner = FormatScanner(bytes)
    scanner.offset = offset
    defer { offset = scanner.offset }
    return scanner.next()
  }

  /// The bytes must stay valid.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> Piece? {
    guard offset < bytes.count else { return nil }
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "%") { offset += 1 }
    if offset > start { return .text(start..<offset) }
    offset += 1
    if byte == UInt8(ascii: "%") {
      offset += 1
      return .text(start..<start + 1)
    }
    var filling = FormatVerb.Filling.spacesBefore
    var hasPlus = false
    var isLocalized = false
    flags: while true {
      switch byte {
      case UInt8(ascii: "+"): hasPlus = true
      case UInt8(ascii: "'"): isLocalized = true
      case UInt8(ascii: "-"): filling = .spacesBehind
      // As in C, padding on the right has no zeros.
      case UInt8(ascii: "0"): if filling != .spacesBehind { filling = .zeros }
      default: break flags
      }
      offset += 1
    }
    var width = 0
    if let byte, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) {
      guard let digits = number() else { return .malformed }
      width = digits
    }
    var precision: Int?
    if byte == UInt8(ascii: ".") {
      offset += 1
      guard let digits = number() else { return .malformed }
      precision = digits
    }
    guard let byte, let letter = FormatVerb.Letter(rawValue: byte),
      precision == nil || letter == .fixed || letter == .scientific,
      !hasPlus || letter.canHavePlus,
      !isLocalized || letter.canBeLocalized,
      filling != .zeros || letter != .text
    else { return .malformed }
    offset += 1
    return .verb(
      FormatVerb(
        letter: letter, precision: precision ?? 6, width: width, filling: filling, hasPlus: hasPlus,
        isLocalized: isLocalized))
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func number() -> Int? {
    var value = 0
    let start = offset
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      guard value <= FormatVerb.maximumPrecision else { return nil }
      offset += 1
    }
    return offset > start ? value : nil
  }
}
