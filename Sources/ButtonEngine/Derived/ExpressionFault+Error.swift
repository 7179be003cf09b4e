package import ButtonExpressions
package import ButtonProtocol

extension ExpressionFault {
  package init(_ error: ExpressionError) {
    self.init(
      code: error.code.rawValue, message: error.message, line: error.line, column: error.column)
  }
}
