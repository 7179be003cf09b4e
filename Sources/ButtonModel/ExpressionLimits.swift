/// How large an expression may be, and how much it may do.
package struct ExpressionLimits: Hashable, Sendable {
  /// Bytes of source text.
  package var sourceBytes = 1_024
  /// Operators, calls, names and literals; of templates also the texts between holes.
  package var nodes = 256
  /// How deep brackets, calls, signs and conditionals stand inside one another. A row of operators of
  /// one rank, however long, is one level.
  package var depth = 32
  /// State keys that are read, each counted once.
  package var keys = 64
  /// Steps of one evaluation: one for an instruction, and one for every 32 bytes of text that it goes
  /// through or makes.
  package var steps = 10_000
  /// Bytes of a result that is a text, or of its JSON if it is a list or a map.
  package var resultBytes = 4_096

  package init() {}

  /// The largest limits within which code can be made: places in a source and in code have 16 bits,
  /// slots eight, and trees are walked on the stack.
  package static var ceiling: ExpressionLimits {
    var limits = ExpressionLimits()
    limits.sourceBytes = 32 << 10
    limits.nodes = 1_024
    limits.depth = 128
    limits.keys = 256
    return limits
  }
}
