package import ButtonModel

/// A compiled expression or template: what `ExpressionEvaluator` runs.
///
/// In the engine:
/// 1. Compile once, where the expression is defined; an error has text, line and column.
/// 2. Intern the names in `keys`, in order, and keep the ids in an array: an expression knows its
///    keys by their indexes, the slots. Depend on keys with `readsValue` as on any key that is
///    read, and on the liveness of keys with `readsLiveness`.
/// 3. Compare `resultKinds` with what the expression's place accepts.
/// 4. When a key has changed, call `ExpressionEvaluator.evaluate` with an `ExpressionSource` that
///    looks the ids up. Equal values or failures are equal results: dependents need no update.
/// 5. Put a failure into words with `error(for:)` only on demand.
///
/// A program is immutable, holds no state of an evaluation, and may be run by several evaluators.
package struct ExpressionProgram: Sendable {
  package let source: UTF8String
  /// A template's result is always a string.
  package let isTemplate: Bool
  /// By slot; without duplicates.
  package let keys: [ExpressionKey]
  /// As far as they are known before evaluation.
  package let resultKinds: Set<ValueKind>
  /// The size of its tree, as the limits count it.
  let nodes, depth: UInt16

  let code: [Instruction]
  /// The byte in the source for each instruction.
  let offsets: [UInt16]
  let constants: [Value]
  let verbs: [FormatVerb]
  /// The most operands at a time.
  let stackDepth: Int

  /// Such as `cart.total > 0 && !till.isLocked`.
  package init(
    _ source: UTF8String, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    var steps = 0
    try self.init(.expression(source), limits: limits, steps: &steps)
  }

  /// Such as `Pay {cart.total:%.2f} €`.
  package init(
    template: UTF8String, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    var steps = 0
    try self.init(.template(template), limits: limits, steps: &steps)
  }

  /// Adds the steps of an evaluation that would cost as much.
  package init(
    _ text: ExpressionText, limits: ExpressionLimits = ExpressionLimits(), steps: inout Int
  ) throws(ExpressionError) {
    var parser = try Parser(text.source.bytes, limits)
    var compiler = Compiler(source: text.source.bytes, limits: limits)
    defer { steps &+= (Work.program &+ parser.work &+ compiler.work) / Work.step }
    let tree =
      switch text {
      case .expression: try parser.parse()
      case .template: try parser.parseTemplate()
      }
    let kinds = try Checker(source: text.source.bytes).kinds(of: tree)
    try compiler.compile(tree)
    source = text.source
    if case .template = text { isTemplate = true } else { isTemplate = false }
    keys = compiler.keys
    resultKinds = Set(kinds.kinds)
    nodes = UInt16(parser.nodes)
    depth = UInt16(parser.greatestDepth)
    code = compiler.code
    offsets = compiler.offsets
    constants = compiler.constants
    verbs = compiler.verbs
    stackDepth = compiler.stackDepth
  }
}
