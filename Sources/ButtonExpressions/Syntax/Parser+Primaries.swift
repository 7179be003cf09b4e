internal import ButtonModel

extension Parser {
  /// A literal, a name, a call, a list, a map or parentheses.
  mutating func primary() throws(ExpressionError) -> Node {
    let offset = token.range.lowerBound
    switch token.kind {
    case .name(let name):
      try advance()
      return try named(name, at: offset)
    case .int(let value):
      guard let value = Int64(exactly: value) else {
        throw lexer.error("a number is too large for an int of 64 bits", at: offset)
      }
      try advance()
      return try node(.literal(.int(value)), at: offset)
    case .double(let value):
      try advance()
      return try node(.literal(.double(value)), at: offset)
    case .string(let text):
      try advance()
      return try node(.literal(.string(text)), at: offset)
    case .symbol(.openParenthesis):
      try advance()
      let inner = try expression()
      try expect(.closeParenthesis)
      return inner.closed
    case .symbol(.openBracket):
      try advance()
      return try node(.list(try elements()), at: offset)
    case .symbol(.openBrace):
      try advance()
      return try node(.map(try entries()), at: offset)
    case .symbol(.dot):
      try advance()
      return try node(.key(UTF8String(try memberName()), isChain: true), at: offset)
    case .symbol, .end:
      throw unexpected("a value")
    }
  }

  /// The name has been taken.
  private mutating func named(_ name: String, at offset: Int) throws(ExpressionError) -> Node {
    switch name {
    case "true", "false": return try node(.literal(.bool(name == "true")), at: offset)
    case "null": return try node(.literal(.null), at: offset)
    case "in": throw lexer.error(ofName: "expected a value, not 'in'", at: offset)
    default: break
    }
    if token.kind == .symbol(.openParenthesis) {
      try advance()
      return try call(name, at: offset)
    }
    if LeftOut.reservedWords.contains(name) {
      throw lexer.error(ofName: "'\(name)' is a reserved word", at: offset)
    }
    if name == variable { return try node(.variable, at: offset) }
    if name == "key", token.kind == .symbol(.openBracket) { return try quotedKey(at: offset) }
    return try node(.key(UTF8String(name), isChain: true), at: offset)
  }

  /// `["a-b.c"]` after `key`.
  private mutating func quotedKey(at offset: Int) throws(ExpressionError) -> Node {
    try advance()
    guard case .string(let name) = token.kind else {
      throw unexpected("the name of a key, as a string")
    }
    try advance()
    try expect(.closeBracket)
    return try node(.key(name, isChain: false), at: offset)
  }

  /// Up to the closing bracket.
  private mutating func elements() throws(ExpressionError) -> [Node] {
    var elements: [Node] = []
    while try take(.closeBracket) == nil {
      try refuseOptional()
      elements.append(try expression())
      if try take(.comma) == nil {
        try expect(.closeBracket)
        break
      }
    }
    return elements
  }

  /// Up to the closing brace.
  private mutating func entries() throws(ExpressionError) -> [(name: Node, value: Node)] {
    var entries: [(name: Node, value: Node)] = []
    while try take(.closeBrace) == nil {
      try refuseOptional()
      let name = try expression()
      try expect(.colon)
      entries.append((name, try expression()))
      if try take(.comma) == nil {
        try expect(.closeBrace)
        break
      }
    }
    return entries
  }

  private func refuseOptional() throws(ExpressionError) {
    if token.kind == .symbol(.question) {
      throw lexer.error(
        "elements that may be absent are not supported; write x.orValue(…)",
        at: token.range.lowerBound, .leftOut)
    }
  }

  mutating func memberName() throws(ExpressionError) -> String {
    guard case .name(let name) = token.kind, !LeftOut.literals.contains(name) else {
      throw unexpected("a name")
    }
    try advance()
    return name
  }
}

extension Node {
  /// The node in parentheses: a further `.c` no longer belongs to the key.
  fileprivate var closed: Node {
    if case .key(let name, _) = form {
      return Node(offset: offset, form: .key(name, isChain: false))
    }
    return self
  }
}
