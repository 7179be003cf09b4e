package import ButtonProtocol

/// Reads a JSON file, with the place of every part and of the first mistake, which the parser for
/// messages does not give.
///
/// As strict as for YAML: a name occurs once in an object.
package enum StrictJSON {
  package static func read(_ text: [UInt8]) throws(TextFault) -> SourceText {
    try SourceText.read(text, by: read)
  }

  private static func read(_ text: UnsafeRawBufferPointer) throws(TextFault) -> SourceText {
    if let offset = firstInvalidByte(of: text) {
      throw TextFault(TextPlace(of: offset, in: text), "the text is not UTF-8 from here on")
    }
    var checker = JSONSyntaxChecker(text)
    try checker.readDocument()
    return SourceText(json: [UInt8](text), places: checker.places)
  }

  /// Where a text stops being UTF-8; nil when it never does.
  private static func firstInvalidByte(of text: UnsafeRawBufferPointer) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = text.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
