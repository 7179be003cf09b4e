package import ButtonModel

/// A compiled expression or template: what `ExpressionEvaluator` runs.
///
/// To use it in the engine:
/// 1. Compile once, where the expression is defined; an error has text, line and column.
/// 2. Intern every name in `keys`, in their order, and keep the ids in an array: an expression knows
///    its keys by their places in it, the slots. Depend on those with `readsValue` as on any key that
///    is read, and on the liveness of those with `readsLiveness`.
/// 3. Compare `resultKinds` with what the place of the expression takes.
/// 4. When one of the keys has changed, call `ExpressionEvaluator.evaluate` with an
///    `ExpressionSource` that looks the ids up. Equal values and equal failures are equal results: what
///    depends on one need not be looked at again.
/// 5. Put a failure into words with `error(for:)` only when somebody asks.
///
/// A program is immutable, holds no state of an evaluation, and may be run by any number of evaluators.
package struct ExpressionProgram: Sendable {
  /// What was compiled.
  package let source: UTF8String
  /// Whether it is a template, whose result is always a string.
  package let isTemplate: Bool
  /// The keys that it reads, by slot; no name twice.
  package let keys: [ExpressionKey]
  /// The types that a result may have, as far as that is known before it is evaluated.
  package let resultKinds: Set<ValueKind>
  /// The size of its tree, as the limits of these names count it.
  let nodes, depth: UInt16

  /// What is executed, from the first to behind the last.
  let code: [Instruction]
  /// For each instruction the byte of the source that it comes from.
  let offsets: [UInt16]
  let constants: [Value]
  let verbs: [FormatVerb]
  /// The most operands that there are at a time.
  let stackDepth: Int

  /// Compiles an expression, such as `cart.total > 0 && !till.isLocked`.
  package init(
    _ source: UTF8String, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    var steps = 0
    try self.init(.expression(source), limits: limits, steps: &steps)
  }

  /// Compiles a template, such as `Pay {cart.total:%.2f} €`.
  package init(
    template: UTF8String, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    var steps = 0
    try self.init(.template(template), limits: limits, steps: &steps)
  }

  /// Compiles a text, and counts the steps of an evaluation that would cost as much.
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
