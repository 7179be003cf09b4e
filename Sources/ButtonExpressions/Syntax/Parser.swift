import ButtonModel

/// A recursive descent parser with one token of lookahead, bounded in nodes and depth.
struct Parser {
  var lexer: Lexer
  /// The lookahead.
  var token: Token
  /// The element's name in the macro around this place.
  var variable: String?
  private let limits: ExpressionLimits
  private(set) var nodes = 0
  private(set) var greatestDepth = 0
  private var depth = 0
  /// The cost so far, in units of ``Work``.
  var work = 0

  init(_ source: [UInt8], _ limits: ExpressionLimits) throws(ExpressionError) {
    precondition(limits.areCompilable, "code has no room for expressions this large")
    lexer = Lexer(source)
    self.limits = limits
    token = Token(kind: .end, range: 0..<0)
    if source.count > limits.sourceBytes {
      throw lexer.error(
        "an expression has at most \(limits.sourceBytes) bytes, not \(source.count)",
        at: limits.sourceBytes, beyond: .bytes(limits))
    }
  }

  mutating func parse() throws(ExpressionError) -> Node {
    try advance()
    let node = try expression()
    guard token.kind == .end else { throw unexpected("an operator or the end") }
    return node
  }

  /// Counts as one level of depth.
  mutating func expression() throws(ExpressionError) -> Node {
    try enter()
    defer { depth -= 1 }
    let condition = try operation(1)
    guard let offset = try take(.question) else { return condition }
    let first = try operation(1)
    try expect(.colon)
    return try node(.conditional(condition, first, try expression()), at: offset)
  }

  /// Precedence climbing: operators of at least this rank.
  private mutating func operation(_ minimum: Int) throws(ExpressionError) -> Node {
    var left = try prefixed()
    while let binary = BinaryOperator(token.kind), binary.rank >= minimum {
      let offset = token.range.lowerBound
      if token.kind == .symbol(.minus) { try refuseHyphen(at: offset) }
      try advance()
      let right = try operation(binary.rank + 1)
      left = try node(binary.form(left, right), at: offset)
    }
    return left
  }

  /// Refuses a '-' that may be part of a name: `living-room.on` is rarely meant as a difference,
  /// and an absent key there would silently show nothing.
  private func refuseHyphen(at offset: Int) throws(ExpressionError) {
    let source = lexer.source
    guard offset > 0, source[offset - 1].isKeyPart, offset + 1 < source.count,
      source[offset + 1].isKeyPart, WholeName.spelling(around: offset, in: source) != nil
    else { return }
    throw lexer.error(
      "a '-' within a name does not subtract; write spaces around it to do so", at: offset)
  }

  /// A sign and its operand, or a member.
  private mutating func prefixed() throws(ExpressionError) -> Node {
    if let offset = try take(.minus) {
      if case .int(let magnitude) = token.kind {
        try advance()
        let value = Int64(truncatingIfNeeded: 0 &- magnitude)
        return try members(of: try node(.literal(.int(value)), at: offset))
      }
      return try node(.unary(.negate, try operand()), at: offset)
    }
    if let offset = try take(.not) { return try node(.unary(.not, try operand()), at: offset) }
    return try members(of: try primary())
  }

  private mutating func operand() throws(ExpressionError) -> Node {
    try enter()
    defer { depth -= 1 }
    return try prefixed()
  }

  private mutating func enter() throws(ExpressionError) {
    if depth > limits.depth {
      throw lexer.error(
        "this stands more than \(limits.depth) levels deep", at: token.range.lowerBound,
        beyond: .depth(limits))
    }
    greatestDepth = max(greatestDepth, depth)
    depth += 1
  }

  /// Counts the node.
  mutating func node(_ form: Node.Form, at offset: Int) throws(ExpressionError) -> Node {
    nodes += 1
    work &+= Work.node
    if nodes > limits.nodes {
      throw lexer.error(
        "an expression has at most \(limits.nodes) parts", at: offset, beyond: .nodes(limits))
    }
    return Node(offset: offset, form: form)
  }

  mutating func advance() throws(ExpressionError) {
    let start = lexer.offset
    defer { work &+= Work.word &+ Work.sourceByte &* (lexer.offset &- start) }
    token = try lexer.next()
  }

  /// Returns the offset; nil if another token is next.
  mutating func take(_ symbol: Token.Symbol) throws(ExpressionError) -> Int? {
    guard token.kind == .symbol(symbol) else { return nil }
    let offset = token.range.lowerBound
    try advance()
    return offset
  }

  mutating func expect(_ symbol: Token.Symbol) throws(ExpressionError) {
    guard try take(symbol) != nil else { throw unexpected("'\(symbol.rawValue)'") }
  }

  func unexpected(_ wanted: String) -> ExpressionError {
    lexer.error("expected \(wanted), not \(token.phrase)", at: token.range.lowerBound)
  }
}
