internal import ButtonModel

extension Parser {
  /// `name(`; the arguments come next.
  mutating func call(_ name: String, at offset: Int) throws(ExpressionError) -> Node {
    if let kind = MacroKind(rawValue: name) {
      throw lexer.error("write LIST.\(kind.rawValue)(x, …)", at: offset)
    }
    let arguments = try arguments()
    switch name {
    case "has": return try has(arguments, at: offset)
    case "lost": return try lost(arguments, at: offset)
    default: break
    }
    guard let function = Function(name: name) else { throw unknown(name, at: offset) }
    if function.signature.style == .method { throw misused(function, at: offset) }
    return try call(function, arguments, at: offset)
  }

  /// Checks the number of arguments.
  mutating func call(
    _ function: Function, _ arguments: [Node], at offset: Int
  ) throws(ExpressionError) -> Node {
    let signature = function.signature
    guard signature.takes(arguments.count) else {
      let isMethod = signature.style == .method
      let least = signature.required - (isMethod ? 1 : 0)
      let most = signature.parameters.count - (isMethod ? 1 : 0)
      let wanted =
        signature.isVariadic
        ? "\(least) or more arguments"
        : least == most
          ? "\(least) argument\(least == 1 ? "" : "s")" : "\(least) or \(most) arguments"
      throw lexer.error(
        "\(function.name) takes \(wanted), not \(arguments.count - (isMethod ? 1 : 0))", at: offset)
    }
    return try node(.call(function, arguments), at: offset)
  }

  /// Up to the closing parenthesis.
  mutating func arguments() throws(ExpressionError) -> [Node] {
    var arguments: [Node] = []
    if try take(.closeParenthesis) != nil { return arguments }
    repeat { arguments.append(try expression()) } while try take(.comma) != nil
    try expect(.closeParenthesis)
    return arguments
  }

  private mutating func has(_ arguments: [Node], at offset: Int) throws(ExpressionError) -> Node {
    if arguments.count == 1 {
      switch arguments[0].form {
      case .key, .index: return try node(.has(arguments[0]), at: offset)
      default: break
      }
    }
    throw lexer.error("has takes a key, or a member: x[\"name\"], x[0] or x.?name", at: offset)
  }

  private mutating func lost(_ arguments: [Node], at offset: Int) throws(ExpressionError) -> Node {
    guard arguments.count == 1, case .key(let key, _) = arguments[0].form else {
      throw lexer.error("lost takes the name of a key", at: offset)
    }
    return try node(.lost(key), at: offset)
  }

  /// After its range; its arguments come next.
  mutating func macro(
    _ kind: MacroKind, over range: Node, at offset: Int
  ) throws(ExpressionError) -> Node {
    if variable != nil {
      throw lexer.error("a macro inside of a macro is not supported", at: offset, .leftOut)
    }
    guard case .name(let name) = token.kind, !LeftOut.literals.contains(name),
      !LeftOut.reservedWords.contains(name)
    else { throw unexpected("a name for the element") }
    try advance()
    if token.kind != .symbol(.comma) { throw unexpected("a name for the element, and ','") }
    try advance()
    variable = name
    var bodies = [try expression()]
    if kind == .map, try take(.comma) != nil { bodies.append(try expression()) }
    variable = nil
    try expect(.closeParenthesis)
    let macro = Node.Macro(
      kind: kind, range: range,
      predicate: kind == .map && bodies.count == 1 ? nil : bodies[0],
      transform: kind == .map ? bodies[bodies.count - 1] : nil)
    return try node(.macro(macro), at: offset)
  }

  func misused(_ function: Function, at offset: Int) -> ExpressionError {
    lexer.error("write \(function.usage)", at: offset)
  }

  /// The function does not exist, or not in this language.
  func unknown(_ name: String, at offset: Int, namespace: String? = nil) -> ExpressionError {
    if let namespace, Function(name: name) != nil {
      return lexer.error("write \(name)(…) without '\(namespace).'", at: offset, .leftOut)
    }
    if let reason = LeftOut.reason(name) { return lexer.error(reason, at: offset, .leftOut) }
    if let namespace {
      return lexer.error("the functions of '\(namespace)' are not supported", at: offset, .leftOut)
    }
    let names = Function.names + MacroKind.allCases.map(\.rawValue) + ["has", "lost", "orValue"]
    return lexer.error(
      "there is no function '\(Excerpt(name))'\(NearestName.advice(name, among: names))",
      at: offset, .unknownFunction)
  }
}
