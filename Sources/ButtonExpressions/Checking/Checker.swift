internal import ButtonModel

/// Infers the types that an expression may have, and refuses what would fail for all values.
struct Checker {
  /// The expression's text, in which errors have their places.
  let source: [UInt8]

  func kinds(of node: Node) throws(ExpressionError) -> KindSet {
    switch node.form {
    case .literal(let literal): return literal.kind
    case .key, .variable: return .any
    case .lost: return .bool
    case .has(let path):
      _ = try kinds(of: path)
      return .bool
    case .orValue(let path, let other): return try kinds(of: path).union(try kinds(of: other))
    case .index(let base, let index, _): return try indexed(base, by: index)
    case .unary(let sign, let operand): return try signed(sign, operand, at: node)
    case .arithmetic(let operation, let left, let right):
      return try computed(operation, left, right, at: node)
    case .comparison(let comparison, let left, let right):
      try compare(comparison, left, right, at: node)
      return .bool
    case .membership(let element, let range):
      _ = try kinds(of: element)
      try expect(.container, of: range, WrongType.membership)
      return .bool
    case .logical(let logical, let left, let right):
      try expect(.bool, of: left) { WrongType.bool("'\(logical.rawValue)'", $0) }
      try expect(.bool, of: right) { WrongType.bool("'\(logical.rawValue)'", $0) }
      return .bool
    case .conditional(let condition, let first, let second):
      try expect(.bool, of: condition) { WrongType.bool("the condition before '?'", $0) }
      return try kinds(of: first).union(try kinds(of: second))
    case .list(let elements):
      for element in elements { _ = try kinds(of: element) }
      return .list
    case .map(let entries):
      for entry in entries {
        try expect(.string, of: entry.name, WrongType.name)
        _ = try kinds(of: entry.value)
      }
      return .map
    case .call(let function, let arguments): return try called(function, arguments, at: node)
    case .macro(let macro): return try expanded(macro)
    case .template(let parts):
      for case .hole(let value, let verb) in parts {
        let operands = verb?.letter.operands ?? .any
        try expect(operands, of: value) { "the format does not take \($0)" }
      }
      return .string
    }
  }

  private func error(_ message: String, at node: Node) -> ExpressionError {
    ExpressionError(.wrongType, at: node.offset, in: source, message)
  }

  private func expect(
    _ wanted: KindSet, of node: Node, _ message: (String) -> String
  ) throws(ExpressionError) {
    let kinds = try kinds(of: node)
    if kinds.isDisjoint(with: wanted) { throw error(message(kinds.phrase), at: node) }
  }

  private func indexed(_ base: Node, by index: Node) throws(ExpressionError) -> KindSet {
    let (bases, indexes) = (try kinds(of: base), try kinds(of: index))
    let fits =
      bases.contains(.list) && !indexes.isDisjoint(with: .number)
      || bases.contains(.map) && indexes.contains(.string)
    if !fits { throw error(WrongType.index(bases.phrase, indexes.phrase), at: index) }
    return .any
  }

  private func signed(
    _ sign: UnaryOperator, _ operand: Node, at node: Node
  ) throws(ExpressionError) -> KindSet {
    switch sign {
    case .not:
      try expect(.bool, of: operand) { WrongType.bool("'!'", $0) }
      return .bool
    case .negate:
      let numbers = try kinds(of: operand).intersection(.number)
      if numbers.isEmpty { throw error(WrongType.negate(try kinds(of: operand).phrase), at: node) }
      return numbers
    }
  }

  private func computed(
    _ operation: Arithmetic, _ left: Node, _ right: Node, at node: Node
  ) throws(ExpressionError) -> KindSet {
    let (first, second) = (try kinds(of: left), try kinds(of: right))
    var result = first.intersection(second).intersection(operation.operands)
    let mixes =
      first.contains(.int) && second.contains(.double)
      || first.contains(.double) && second.contains(.int)
    if mixes, operation.operands.contains(.double) { result.insert(.double) }
    if result.isEmpty {
      throw error(WrongType.arithmetic(operation, first.phrase, second.phrase), at: node)
    }
    return result
  }

  private func compare(
    _ comparison: ComparisonOperator, _ left: Node, _ right: Node, at node: Node
  ) throws(ExpressionError) {
    let (first, second) = (try kinds(of: left), try kinds(of: right))
    guard comparison.isOrder else { return }
    let groups: [KindSet] = [.number, .string, .bool]
    let fits = groups.contains { !$0.isDisjoint(with: first) && !$0.isDisjoint(with: second) }
    if !fits { throw error(WrongType.order(comparison, first.phrase, second.phrase), at: node) }
  }

  private func called(
    _ function: Function, _ arguments: [Node], at node: Node
  ) throws(ExpressionError) -> KindSet {
    var numbers = KindSet()
    for (index, argument) in arguments.enumerated() {
      let kinds = try kinds(of: argument)
      if kinds.isDisjoint(with: function.signature.parameter(index)) {
        throw error(WrongType.argument(function, index, kinds.phrase), at: argument)
      }
      numbers.formUnion(kinds.contains(.list) ? .number : kinds.intersection(.number))
    }
    try check(function, arguments)
    // A function on numbers returns the type of an argument.
    return function.signature.result == .number ? numbers : function.signature.result
  }

  /// A literal format must fit the values beside it.
  private func check(_ function: Function, _ arguments: [Node]) throws(ExpressionError) {
    guard function == .format, case .literal(.string(let format)) = arguments[0].form
    else { return }
    let verbs = format.bytes.withUnsafeBytes { bytes in
      var scanner = FormatScanner(bytes)
      var verbs: [FormatVerb]? = []
      while let piece = scanner.next() {
        switch piece {
        case .text: break
        case .verb(let verb): verbs?.append(verb)
        case .malformed: verbs = nil
        }
      }
      return verbs
    }
    guard let verbs else {
      throw ExpressionError(
        .badArgument, at: arguments[0].offset, in: source,
        "a format has %s, %d, %f, %.2f, %'d, %'.2f, %e, %x, %X, %o, %b, and %% for a percent sign")
    }
    guard case .list(let values) = arguments[1].form, values.count != verbs.count else { return }
    throw ExpressionError(
      .badArgument, at: arguments[1].offset, in: source,
      "the format takes \(verbs.count) values, not \(values.count)")
  }

  private func expanded(_ macro: Node.Macro) throws(ExpressionError) -> KindSet {
    try expect(.container, of: macro.range) { WrongType.range(macro.kind, $0) }
    if let predicate = macro.predicate {
      try expect(.bool, of: predicate) {
        WrongType.bool("the condition of \(macro.kind.rawValue)", $0)
      }
    }
    if let transform = macro.transform { _ = try kinds(of: transform) }
    switch macro.kind {
    case .all, .exists, .existsOne: return .bool
    case .filter, .map: return .list
    }
  }
}

extension Node.Literal {
  fileprivate var kind: KindSet {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    }
  }
}
