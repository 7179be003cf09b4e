/// How the change to a new look is to be shown.
///
/// Two are equal when they were written alike.
public struct Transaction: Hashable, Sendable {
  /// The transaction as the host writes it.
  let text: String

  /// Asks for nothing; for one kind of change it stands against `TransactionLook.always`.
  public static let empty = Transaction(text: "none")
  /// The change shows at once, whatever else would animate it.
  public static let disablesAnimations = Transaction(text: "disablesAnimations")
  /// The change runs with the default animation.
  public static let `default` = animation(.default)

  /// The change runs with an animation.
  public static func animation(_ animation: Animation) -> Transaction {
    Transaction(text: animation.text)
  }
}

extension Transaction: PropertyValue {
  /// Takes texts.
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self.init(text: text)
  }

  func value(for call: PluginCall) -> Value { .string(text) }
}
