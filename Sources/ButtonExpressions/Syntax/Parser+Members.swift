internal import ButtonModel

extension Parser {
  /// Parses indexes, names and methods after a value.
  mutating func members(of base: Node) throws(ExpressionError) -> Node {
    var node = base
    while true {
      let offset = token.range.lowerBound
      switch token.kind {
      case .symbol(.dot):
        try advance()
        let place = token.range.lowerBound
        let name = try memberName()
        if try take(.openParenthesis) != nil {
          node = try method(name, of: node, at: place)
        } else {
          node = try lengthened(node, by: name, at: place)
        }
      case .symbol(.optionalDot):
        try advance()
        let place = token.range.lowerBound
        let name = try self.node(.literal(.string(UTF8String(try memberName()))), at: place)
        node = try self.node(.index(node, name, isOptional: true), at: place)
      case .symbol(.openBracket):
        try advance()
        let isOptional = try take(.question) != nil
        let index = try expression()
        try expect(.closeBracket)
        node = try self.node(.index(node, index, isOptional: isOptional), at: offset)
      case .symbol(.openBrace):
        throw lexer.error(
          "messages are not supported; a map is {\"name\": value}", at: offset, .leftOut)
      default: return node
      }
    }
  }

  /// The key `a.b`, from `a`; nothing else has members with dots.
  private func lengthened(
    _ node: Node, by name: String, at place: Int
  ) throws(ExpressionError) -> Node {
    switch node.form {
    case .key(let key, isChain: true):
      if key.bytes.count + name.utf8.count >= StateKey.maximumBytes {
        throw .keyName("\(key.string).\(name)", at: node.offset, in: lexer.source)
      }
      return Node(
        offset: node.offset, form: .key(UTF8String("\(key.string).\(name)"), isChain: true))
    case .key(let key, isChain: false):
      throw lexer.error(
        "the key ends before this; write key[\"\(Excerpt(key.string)).\(name)\"],"
          + " or [\"\(name)\"] for a member of its value", at: place)
    default:
      throw lexer.error(
        "a chain of names is a state key; a member of a value is read with [\"\(name)\"] or"
          + " .?\(name)", at: place)
    }
  }

  /// `receiver.name(`; the arguments come next.
  private mutating func method(
    _ name: String, of receiver: Node, at offset: Int
  ) throws(ExpressionError) -> Node {
    if let kind = MacroKind(rawValue: name) { return try macro(kind, over: receiver, at: offset) }
    let function = Function(name: name)
    if case .key(let key, isChain: true) = receiver.form, LeftOut.namespaces.contains(key.string),
      name != "orValue", function.map({ $0.signature.style == .plain }) ?? true
    {
      throw unknown(name, at: offset, namespace: key.string)
    }
    let arguments = try arguments()
    if name == "orValue" { return try orValue(receiver, arguments, at: offset) }
    guard let function else { throw unknown(name, at: offset) }
    if function.signature.style == .plain { throw misused(function, at: offset) }
    return try call(function, [receiver] + arguments, at: offset)
  }

  private mutating func orValue(
    _ receiver: Node, _ arguments: [Node], at offset: Int
  ) throws(ExpressionError) -> Node {
    guard arguments.count == 1 else {
      throw lexer.error("orValue takes one argument", at: offset)
    }
    guard receiver.mayBeAbsent else {
      throw lexer.error(
        "orValue stands behind what may be absent: a key, x.?name or x[?index]", at: offset)
    }
    return try node(.orValue(receiver, arguments[0]), at: offset)
  }
}

extension Node {
  /// A key, or an index that may be absent.
  fileprivate var mayBeAbsent: Bool {
    switch form {
    case .key: true
    case .index(let base, _, let isOptional): isOptional || base.isOptional
    default: false
    }
  }

  /// It has an index that may be absent, so that members of it may be, too.
  var isOptional: Bool {
    guard case .index(let base, _, let isOptional) = form else { return false }
    return isOptional || base.isOptional
  }
}
