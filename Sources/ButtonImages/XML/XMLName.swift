/// A name of an element or an attribute, as ranges of the scanner's bytes.
struct XMLName {
  var whole = 0..<0
  /// Where the colon is; nil without a prefix.
  var colon: Int?

  var prefix: Range<Int>? { colon.map { whole.lowerBound..<$0 } }
  var local: Range<Int> { (colon.map { $0 + 1 } ?? whole.lowerBound)..<whole.upperBound }
}

/// An attribute; its value has no references any more.
struct XMLAttribute {
  let name: XMLName
  let value: Range<Int>
  let traits: ByteTraits
}

/// What a text may have in it, so that most texts need no second look.
struct ByteTraits: OptionSet {
  let rawValue: UInt8

  /// `&`
  static let reference = ByteTraits(rawValue: 1)
  /// `<`
  static let tag = ByteTraits(rawValue: 2)
  /// `(`
  static let parenthesis = ByteTraits(rawValue: 4)
  /// `]`
  static let bracket = ByteTraits(rawValue: 8)
  static let all = ByteTraits(rawValue: 15)

  /// What each byte means.
  static let table: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256)
    table[Int(UInt8(ascii: "&"))] = reference.rawValue
    table[Int(UInt8(ascii: "<"))] = tag.rawValue
    table[Int(UInt8(ascii: "("))] = parenthesis.rawValue
    table[Int(UInt8(ascii: "]"))] = bracket.rawValue
    return table
  }()
}
