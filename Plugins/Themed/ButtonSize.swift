import ButtondKit

/// How large a themed button's text is.
enum ButtonSize: String, ReadableValue {
  case small, `default`, large

  /// The token of the font size.
  var token: StaticString {
    switch self {
    case .small: "button.size.small"
    case .default: "button.size.default"
    case .large: "button.size.large"
    }
  }
}
