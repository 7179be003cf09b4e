/// How large an expression may be, and how much it may do.
package struct ExpressionLimits: Hashable, Sendable {
  /// The bytes of source text.
  package var sourceBytes = 1_024
  /// Operators, calls, names and literals; in templates also the texts between holes.
  package var nodes = 256
  /// Nesting of brackets, calls, signs and conditionals. A chain of operators of one precedence is
  /// one level, however long.
  package var depth = 32
  /// Distinct state keys that are read.
  package var keys = 64
  /// Per evaluation: one per instruction, and one for every 32 bytes of text that is read or made.
  package var steps = 10_000
  /// The bytes of a text, or of the JSON of a list or a map.
  package var resultBytes = 4_096

  package init() {}

  /// The largest limits that code can be compiled within: offsets in source and code have 16 bits,
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
