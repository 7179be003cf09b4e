/// An expression or a template in source form.
public enum ExpressionText: Hashable, Sendable {
  /// A CEL expression, such as `cart.total > 0`.
  case expression(UTF8String)
  /// Text with expressions in braces, such as `Pay {cart.total}`.
  case template(UTF8String)

  public var source: UTF8String {
    switch self {
    case .expression(let source), .template(let source): source
    }
  }
}
