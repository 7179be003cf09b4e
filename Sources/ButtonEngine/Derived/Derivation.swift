package import ButtonExpressions
package import ButtonModel

/// What a key is derived by: the text and the program compiled from it.
package struct Derivation: Sendable {
  package let text: ExpressionText
  package let program: ExpressionProgram

  /// Compiles a text.
  package init(
    _ text: ExpressionText, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    self.text = text
    program = try ExpressionProgram(text, limits: limits)
  }
}
