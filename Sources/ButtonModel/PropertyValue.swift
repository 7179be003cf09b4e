/// The value of a property; its kind is fixed by the property's row in the registry.
public enum PropertyValue: Hashable, Sendable {
  case bool(Bool)
  /// Points, factors and other finite numbers.
  case number(Double)
  case text(UTF8String)
  /// Into the names that the property's row allows.
  case choice(UInt8)
  case color(Color)
  case effect(Effect)
  case attributedText(AttributedText)
}
