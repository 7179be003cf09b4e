package import ButtonExpressions
package import ButtonModel

/// The text by which a key is derived, and the program compiled from it.
package struct Derivation: Sendable {
  package let text: ExpressionText
  package let program: ExpressionProgram

  /// Counts the cost of compiling in `steps`.
  package init(
    _ text: ExpressionText, within limits: ExpressionLimits, steps: inout Int
  ) throws(ExpressionError) {
    self.text = text
    program = try ExpressionProgram(text, limits: limits, steps: &steps)
  }

  package init(
    _ text: ExpressionText, within limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    var steps = 0
    try self.init(text, within: limits, steps: &steps)
  }

  /// Compiles a text that was accepted before, whatever the limits are now.
  package init(kept text: ExpressionText) throws(ExpressionError) {
    try self.init(text, within: .ceiling)
  }
}

extension ExpressionLimits {
  /// Which of these limits a program compiled within others exceeds, in words; nil if none.
  func excess(of derivation: Derivation) -> String? {
    if allow(derivation.program) { return nil }
    do throws(ExpressionError) {
      _ = try Derivation(derivation.text, within: self)
      return nil
    } catch {
      return "\(error), by limits.\(error.limit?.name ?? "")"
    }
  }
}
