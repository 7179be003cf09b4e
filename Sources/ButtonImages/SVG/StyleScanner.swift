/// Reads the declarations of CSS as far as they could load, draw or hide something.
///
/// It refuses what would need a second reading: escapes, brackets, nested rules, and functions that
/// it does not know.
struct StyleScanner {
  let bytes: [UInt8]
  let end: Int
  var place: Int
  /// Where `url(#id)` refers to, and what else counts, in order.
  var findings: [StyleFinding] = []
  /// How long the declarations of the newest rule are.
  var length = 0
  /// Whether the rules here are in `@media`.
  var isInMedia = false

  static let deepest = 8
  static let longestVariable = 256

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
  }

  /// Reads declarations up to the end, or to the `}` of a rule.
  mutating func readDeclarations(isRule: Bool = false) throws(ImageFault) {
    while true {
      try skipBlanks()
      guard place < end else { break }
      if bytes[place] == UInt8(ascii: ";") {
        place += 1
        continue
      }
      if bytes[place] == UInt8(ascii: "}") {
        if isRule { return }
        throw ImageFault("has a style with a } too many")
      }
      let start = place
      let name = readWord()
      try skipBlanks()
      if place < end, bytes[place] == UInt8(ascii: ":"), !name.isEmpty {
        place += 1
        let value = place
        let property = try StyleProperty(folded(name))
        try readValue(property)
        // A style may repeat a variable as often as it likes.
        if property == .variable, place - value > StyleScanner.longestVariable {
          throw ImageFault(
            "has a style variable of more than \(StyleScanner.longestVariable) bytes")
        }
      } else {
        // Readers pass over it, and yet it is checked.
        place = start
        try readValue(.paint)
      }
    }
    if isRule { throw ImageFault("has a style rule without its }") }
  }

  /// Reads an attribute that is the value of a property.
  mutating func readValues(_ property: StyleProperty) throws(ImageFault) {
    while place < end {
      try readValue(property)
      if place < end, bytes[place] == UInt8(ascii: "}") {
        throw ImageFault("has a style with }: write it without")
      }
      place += 1
    }
  }

  /// Reads a value up to the `;` or `}` behind it.
  mutating func readValue(_ property: StyleProperty) throws(ImageFault) {
    var depth = 0
    while place < end {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: ";"), UInt8(ascii: "}"):
        guard depth == 0 else { throw ImageFault("has a style with a ( that is not closed") }
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try readString()
      case UInt8(ascii: "/"): try skipSlash()
      case UInt8(ascii: "("):
        depth += 1
        place += 1
        guard depth <= StyleScanner.deepest else {
          throw ImageFault("has a style with more than \(StyleScanner.deepest) nested (")
        }
      case UInt8(ascii: ")"):
        depth -= 1
        place += 1
        guard depth >= 0 else { throw ImageFault("has a style with a ) too many") }
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "@"),
        UInt8(ascii: "\\"), UInt8(ascii: "<"):
        throw ImageFault("has a style with \(Unicode.Scalar(byte)): write it without")
      case _ where StyleScanner.isWord(byte):
        let word = readWord()
        if place < end, bytes[place] == UInt8(ascii: "(") {
          try takeFunction(folded(word), property)
        } else {
          try takeKeyword(word, property)
        }
      default: place += 1
      }
    }
    guard depth == 0 else { throw ImageFault("has a style with a ( that is not closed") }
  }

  /// Takes the function whose `(` is here.
  private mutating func takeFunction(
    _ name: String, _ property: StyleProperty
  ) throws(ImageFault) {
    if name == "url" {
      place += 1
      let id = try readReference()
      if property == .variable {
        throw ImageFault("has a style variable that refers to something: refer to it in place")
      }
      findings.append(.reference(id, property))
      return
    }
    if property == .variable, !StyleScanner.colors.contains(name) {
      throw ImageFault("has a style variable with the function \(name): write it in place")
    }
    if StyleScanner.filters.contains(name) { findings.append(.cost(.primitives)) }
    guard StyleScanner.functions.contains(name) else {
      throw ImageFault(
        "has the style function \(ImageFault.excerpt(name.utf8)), which is not taken")
    }
  }

  private mutating func takeKeyword(
    _ word: Range<Int>, _ property: StyleProperty
  ) throws(ImageFault) {
    switch property {
    case .own where folded(word) == "inherit":
      throw ImageFault("has a style that inherits a mask, clip or filter: refer to it in place")
    case .blend where folded(word) != "normal": findings.append(.cost(.layers))
    default: break
    }
  }
}
