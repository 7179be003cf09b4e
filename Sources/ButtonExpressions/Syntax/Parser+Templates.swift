internal import ButtonModel

extension Parser {
  /// A template is text with expressions in braces.
  mutating func parseTemplate() throws(ExpressionError) -> Node {
    var parts: [Node.TemplatePart] = []
    var text: [UInt8] = []
    while lexer.offset < lexer.source.count {
      if lexer.byte() != UInt8(ascii: "{") || lexer.byte(1) == UInt8(ascii: "{") {
        text.append(lexer.byte())
        lexer.offset += lexer.byte() == UInt8(ascii: "{") ? 2 : 1
        continue
      }
      if !text.isEmpty { parts.append(try constant(&text)) }
      lexer.offset += 1
      parts.append(try hole())
    }
    if !text.isEmpty { parts.append(try constant(&text)) }
    return try node(.template(parts), at: 0)
  }

  private mutating func constant(
    _ text: inout [UInt8]
  ) throws(ExpressionError) -> Node.TemplatePart {
    work &+= Work.sourceByte &* text.count
    defer { text.removeAll() }
    _ = try node(.literal(.null), at: lexer.offset)
    return .text(UTF8String(bytes: text))
  }

  /// An expression and its format, up to the closing brace.
  private mutating func hole() throws(ExpressionError) -> Node.TemplatePart {
    let start = lexer.offset - 1
    try advance()
    if token.kind == .symbol(.closeBrace) {
      throw lexer.error("an expression is missing; a brace is written {{", at: start)
    }
    let word = token
    let value = try expression()
    try refuseLiteral(value, word)
    switch token.kind {
    case .symbol(.closeBrace): return .hole(value, nil)
    case .symbol(.colon):
      lexer.offset = token.range.upperBound
      return .hole(value, try format())
    case .end: throw lexer.error("'{' has no '}'; a brace is written {{", at: start)
    default: throw unexpected("'}', or ':' and a format")
    }
  }

  /// Refuses a word that is a value, such as `null` or `0x00158d`: a key is meant.
  private func refuseLiteral(_ value: Node, _ word: Token) throws(ExpressionError) {
    guard case .literal = value.form, value.offset == word.range.lowerBound,
      lexer.source[word.range].allSatisfy(\.isNamePart),
      lexer.source[word.range].contains(where: { $0.isNameStart })
    else { return }
    throw lexer.error(ofName: "this is a value, and reads no key", at: value.offset)
  }

  /// Such as `%.2f`, and the closing brace.
  private mutating func format() throws(ExpressionError) -> FormatVerb {
    let start = lexer.offset
    while lexer.byte() != UInt8(ascii: "}"), lexer.offset < lexer.source.count { lexer.offset += 1 }
    let text = Array(lexer.source[start..<lexer.offset])
    let pieces = text.withUnsafeBytes { bytes in
      var scanner = FormatScanner(bytes)
      return [scanner.next(), scanner.next()]
    }
    guard case .verb(let verb)? = pieces[0], pieces[1] == nil,
      lexer.offset < lexer.source.count
    else {
      throw lexer.error(
        "expected a format such as %.2f, %02d or %x, and '}', behind ':'", at: start)
    }
    lexer.offset += 1
    return verb
  }
}
