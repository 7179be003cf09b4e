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
    program =
      switch text {
      case .expression(let source): try ExpressionProgram(source, limits: limits)
      case .template(let source): try ExpressionProgram(template: source, limits: limits)
      }
  }
}
