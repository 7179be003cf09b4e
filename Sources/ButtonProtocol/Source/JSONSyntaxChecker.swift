import ButtonModel
import JSONRPC

/// Checks the syntax of a JSON text and notes the places of its values and names.
package struct JSONSyntaxChecker {
  /// In the order of the text.
  package private(set) var places: [TextPlace] = []
  private let text: UnsafeRawBufferPointer
  private var offset = 0
  private var line = 1
  private var column = 1
  /// What comes next follows a comma.
  private var isBehindComma = false

  /// The text must outlive the checker.
  package init(_ text: UnsafeRawBufferPointer) { self.text = text }

  package mutating func readDocument() throws(TextFault) {
    skipSpace()
    try readValue(depth: 0)
    skipSpace()
    guard offset == text.count else {
      throw fault("the value has ended; nothing may follow it\(advice)")
    }
  }

  /// Nil for a text that a parser may take.
  package static func fault(in text: UnsafeRawBufferPointer) -> TextFault? {
    var checker = JSONSyntaxChecker(text)
    do throws(TextFault) {
      try checker.readDocument()
      return nil
    } catch {
      return error
    }
  }

  private mutating func readValue(depth: Int) throws(TextFault) {
    places.append(TextPlace(line: line, column: column))
    switch peek {
    case UInt8(ascii: "{"): try readObject(depth: depth + 1)
    case UInt8(ascii: "["): try readArray(depth: depth + 1)
    case UInt8(ascii: "\""): _ = try readString()
    case UInt8(ascii: "-"): try readNumber()
    case let byte? where isDigit(byte): try readNumber()
    case nil: throw fault("a value is missing")
    case _?: try readWord()
    }
    isBehindComma = false
  }

  private mutating func readObject(depth: Int) throws(TextFault) {
    try checkDepth(depth)
    advance()
    isBehindComma = false
    skipSpace()
    if take(UInt8(ascii: "}")) { return }
    var names: Set<[UInt8]> = []
    while true {
      guard peek == UInt8(ascii: "\"") else {
        throw fault("the name of a member is missing\(advice)")
      }
      isBehindComma = false
      let place = TextPlace(line: line, column: column)
      places.append(place)
      let name = try readString()
      guard names.insert(name).inserted else {
        throw TextFault(place, "'\(Excerpt(name))' is there twice; a name occurs once")
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw fault("':' is missing behind the name") }
      skipSpace()
      try readValue(depth: depth)
      skipSpace()
      if take(UInt8(ascii: "}")) { return }
      try takeComma(or: "}")
    }
  }

  private mutating func readArray(depth: Int) throws(TextFault) {
    try checkDepth(depth)
    advance()
    isBehindComma = false
    skipSpace()
    if take(UInt8(ascii: "]")) { return }
    while true {
      try readValue(depth: depth)
      skipSpace()
      if take(UInt8(ascii: "]")) { return }
      try takeComma(or: "]")
    }
  }

  private mutating func takeComma(or end: Character) throws(TextFault) {
    guard take(UInt8(ascii: ",")) else { throw fault("',' or '\(end)' is missing\(advice)") }
    skipSpace()
    isBehindComma = true
  }

  /// The bytes between the quotes; escapes stay as they are, so two spellings of one name differ.
  private mutating func readString() throws(TextFault) -> [UInt8] {
    advance()
    let start = offset
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        let bytes = [UInt8](UnsafeRawBufferPointer(rebasing: text[start..<offset]))
        advance()
        return bytes
      case UInt8(ascii: "\\"):
        advance()
        try readEscape()
      case 0..<0x20:
        throw fault("a control character stands in a string; write \\n, \\t or \\u00XX")
      default: advance()
      }
    }
    throw fault("the string does not end")
  }

  private mutating func readEscape() throws(TextFault) {
    guard let byte = peek else { throw fault("the string does not end") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      advance()
    case UInt8(ascii: "u"):
      advance()
      for _ in 0..<4 {
        guard let digit = peek, isHexadecimal(digit) else {
          throw fault("\\u needs four hexadecimal digits")
        }
        advance()
      }
    default: throw fault("there is no escape of that letter")
    }
  }

  private mutating func readNumber() throws(TextFault) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try readDigits() }
    if take(UInt8(ascii: ".")) { try readDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try readDigits()
    }
  }

  private mutating func readDigits() throws(TextFault) {
    guard let digit = peek, isDigit(digit) else { throw fault("a digit is missing") }
    while let digit = peek, isDigit(digit) { advance() }
  }

  private mutating func readWord() throws(TextFault) {
    for word in ["true", "false", "null"] where text[offset...].starts(with: word.utf8) {
      for _ in word.utf8 { advance() }
      return
    }
    if let byte = peek, "}],".utf8.contains(byte), !isBehindComma {
      throw fault("a value is missing")
    }
    throw fault("this is not a JSON value\(valueAdvice)")
  }

  private var valueAdvice: String {
    let isWord = peek.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } ?? false
    return isWord || advice.isEmpty ? "; text stands in double quotes" : advice
  }

  /// Advice on what JSON5 allows here and JSON does not; empty for anything else.
  private var advice: String {
    switch peek {
    case UInt8(ascii: "/")?: "; JSON has no comments: remove this one"
    case UInt8(ascii: "'")?: "; JSON's quotes are double"
    case UInt8(ascii: "}")? where isBehindComma, UInt8(ascii: "]")? where isBehindComma:
      "; remove the comma before this"
    case let byte? where byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"):
      "; JSON has names in double quotes"
    case _?, nil: ""
    }
  }

  private var peek: UInt8? { offset < text.count ? text[offset] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    advance()
    return true
  }

  private mutating func advance() {
    if text[offset] == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if text[offset] & 0xC0 != 0x80 {
      column += 1
    }
    offset += 1
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      advance()
    }
  }

  private func checkDepth(_ depth: Int) throws(TextFault) {
    guard depth <= JSONParser.maxDepth else {
      throw fault("nests deeper than \(JSONParser.maxDepth) objects and lists")
    }
  }

  private func fault(_ message: String) -> TextFault {
    TextFault(TextPlace(line: line, column: column), message)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
