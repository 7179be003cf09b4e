internal import ButtonModel
internal import JSONRPC

/// Compiles a tree to flat code.
struct Compiler {
  private let source: [UInt8]
  private let limits: ExpressionLimits
  private(set) var keys: [ExpressionKey] = []
  private(set) var code: [Instruction] = []
  private(set) var offsets: [UInt16] = []
  private(set) var constants: [Value] = []
  private(set) var verbs: [FormatVerb] = []
  private(set) var stackDepth = 0
  /// What compiling has cost, without what ``Parser`` counts.
  private(set) var work = 0
  /// Operands at this point of the code.
  private var depth = 0

  init(source: [UInt8], limits: ExpressionLimits) {
    self.source = source
    self.limits = limits
  }

  /// The code pushes the node's value.
  mutating func compile(_ node: Node) throws(ExpressionError) {
    switch node.form {
    case .literal(let literal): emit(Value(literal), node)
    case .key(let name, _):
      let slot = try slot(of: name, node)
      keys[slot].readsValue = true
      emit(.read(UInt8(slot)), node, pops: 0)
    case .lost(let name):
      let slot = try slot(of: name, node)
      keys[slot].readsLiveness = true
      emit(.lost(UInt8(slot)), node, pops: 0)
    case .variable: emit(.variable, node, pops: 0)
    case .has(let path):
      try compile(path)
      emit(.present, node, pops: 1)
    case .orValue(let path, let other): try compile(path, orElse: other, node)
    case .index(let base, let index, _):
      try compile(base)
      try compile(index)
      emit(.index(isOptional: node.isOptional), node, pops: 2)
    case .unary(let sign, let operand):
      try compile(operand)
      emit(sign == .not ? .not : .negate, node, pops: 1)
    case .arithmetic(let operation, let left, let right):
      try compile(left)
      try compile(right)
      emit(.arithmetic(operation), node, pops: 2)
    case .comparison(let comparison, let left, let right):
      try compile(left)
      try compile(right)
      emit(.compare(comparison), node, pops: 2)
    case .membership(let element, let range):
      try compile(element)
      try compile(range)
      emit(.membership, node, pops: 2)
    case .logical(let logical, let left, let right): try compile(logical, left, right, node)
    case .conditional(let condition, let first, let second):
      try compile(condition, first, second, node)
    case .list(let elements):
      try fold(node, elements, by: Constant.list) { $0.emit(.list(UInt16($1)), node, pops: $1) }
    case .map(let entries):
      try fold(node, entries.flatMap { [$0.name, $0.value] }, by: Constant.map) {
        $0.emit(.map(UInt16($1 / 2)), node, pops: $1)
      }
    case .call(let function, let arguments): try compile(function, arguments, node)
    case .macro(let macro): try compile(macro, node)
    case .template(let parts): try compile(parts, node)
    }
  }

  /// The instruction replaces `pops` operands by a value.
  private mutating func emit(_ instruction: Instruction, _ node: Node, pops: Int) {
    code.append(instruction)
    offsets.append(UInt16(node.offset))
    depth += 1 - pops
    stackDepth = max(stackDepth, depth)
  }

  private mutating func emit(_ constant: Value, _ node: Node) {
    constants.append(constant)
    emit(.constant(UInt16(constants.count - 1)), node, pops: 0)
  }

  /// Compiles the parts of a list or a map. If all are constant, the whole is too, unless making it
  /// fails; otherwise `make` appends the instruction that makes it.
  private mutating func fold(
    _ node: Node, _ parts: [Node], by value: (ArraySlice<Value>, inout Int) -> Value?,
    or make: (inout Compiler, Int) -> Void
  ) throws(ExpressionError) {
    let (start, first, depth, deepest) = (code.count, constants.count, depth, stackDepth)
    for part in parts { try compile(part) }
    // A constant is one instruction and one constant; nothing else has as many of both.
    guard code.count == start + parts.count, constants.count == first + parts.count,
      let value = value(constants[first...], &work)
    else { return make(&self, parts.count) }
    code.removeSubrange(start...)
    offsets.removeSubrange(start...)
    constants.removeSubrange(first...)
    (self.depth, stackDepth) = (depth, deepest)
    emit(value, node)
  }

  private var here: UInt16 { UInt16(code.count) }

  /// Adds the key if nothing has read it yet.
  private mutating func slot(of name: UTF8String, _ node: Node) throws(ExpressionError) -> Int {
    work &+= Work.keyComparison &* keys.count
    if let slot = keys.firstIndex(where: { $0.name == name }) { return slot }
    guard StateKey.isValid(name) else {
      throw .keyName(name.string, at: node.offset, in: source)
    }
    guard keys.count < limits.keys else {
      throw ExpressionError(
        .tooLarge, at: node.offset, in: source,
        "an expression reads at most \(limits.keys) keys", limit: .keys(limits))
    }
    keys.append(ExpressionKey(name: name))
    return keys.count - 1
  }

  private mutating func compile(
    _ path: Node, orElse other: Node, _ node: Node
  ) throws(ExpressionError) {
    try compile(path)
    let jump = code.count
    emit(.unlessAbsent(0), node, pops: 2)
    try compile(other)
    code[jump] = .unlessAbsent(here)
  }

  private mutating func compile(
    _ logical: Logical, _ left: Node, _ right: Node, _ node: Node
  ) throws(ExpressionError) {
    try compile(left)
    let jump = code.count
    emit(.shortCut(logical, 0), node, pops: 1)
    try compile(right)
    emit(.logical(logical), node, pops: 2)
    code[jump] = .shortCut(logical, here)
  }

  private mutating func compile(
    _ condition: Node, _ first: Node, _ second: Node, _ node: Node
  ) throws(ExpressionError) {
    try compile(condition)
    let branch = code.count
    emit(.branch(otherwise: 0, end: 0), node, pops: 2)
    try compile(first)
    let jump = code.count
    emit(.jump(0), node, pops: 2)
    let otherwise = here
    try compile(second)
    code[branch] = .branch(otherwise: otherwise, end: here)
    code[jump] = .jump(here)
  }

  private mutating func compile(
    _ function: Function, _ arguments: [Node], _ node: Node
  ) throws(ExpressionError) {
    // Values that are written beside their format need not become a list first.
    if function == .format, case .list(let values) = arguments[1].form {
      try compile(arguments[0])
      for value in values { try compile(value) }
      return emit(.format(UInt16(values.count)), node, pops: values.count + 1)
    }
    for argument in arguments { try compile(argument) }
    emit(.call(function, UInt16(arguments.count)), node, pops: arguments.count)
  }

  private mutating func compile(_ macro: Node.Macro, _ node: Node) throws(ExpressionError) {
    try compile(macro.range)
    let begin = code.count
    emit(.begin(macro.kind, end: 0), node, pops: 2)
    let next = here
    emit(.next(macro.kind, end: 0), node, pops: 1)
    var select: Int?
    if let predicate = macro.predicate {
      try compile(predicate)
      if macro.transform != nil {
        select = code.count
        emit(.select(next: next, end: 0), predicate, pops: 2)
      }
    }
    if let transform = macro.transform { try compile(transform) }
    emit(
      .step(macro.kind, next: next, end: 0), macro.transform ?? macro.predicate ?? node, pops: 1)
    code[begin] = .begin(macro.kind, end: here)
    code[Int(next)] = .next(macro.kind, end: here)
    if let select { code[select] = .select(next: next, end: here) }
    code[code.count - 1] = .step(macro.kind, next: next, end: here)
  }

  private mutating func compile(
    _ parts: [Node.TemplatePart], _ node: Node
  ) throws(ExpressionError) {
    for part in parts {
      switch part {
      case .text(let text):
        constants.append(.string(Text(text)))
        emit(.constant(UInt16(constants.count - 1)), node, pops: 0)
      case .hole(let value, nil):
        try compile(value)
        emit(.hole, value, pops: 1)
      case .hole(let value, let verb?):
        try compile(value)
        verbs.append(verb)
        emit(.formattedHole(UInt16(verbs.count - 1)), value, pops: 1)
      }
    }
    emit(.join(UInt16(parts.count)), node, pops: parts.count)
  }
}
