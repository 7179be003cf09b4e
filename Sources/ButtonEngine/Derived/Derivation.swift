package import ButtonExpressions
package import ButtonModel

/// The text by which a key is derived, and the program compiled from it.
package struct Derivation: Sendable {
  package let text: ExpressionText
  package let program: ExpressionProgram

  /// The cost of compiling a text, in units of work.
  package static func workOfCompiling(_ text: ExpressionText) -> Int {
    100 * min(text.source.bytes.count, ExpressionLimits().sourceBytes)
  }

  /// Compiles a text.
  package init(_ text: ExpressionText) throws(ExpressionError) {
    self.text = text
    program = try ExpressionProgram(text)
  }
}
