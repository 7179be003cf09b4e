import StyleKit

/// What a themed button stands for; the theme has two colours for each.
enum ButtonType: String, ReadableValue {
  case primary, success, info, light, warning, danger, dark

  /// The tokens of the two colours.
  var tokens: (primary: StaticString, secondary: StaticString) {
    switch self {
    case .primary: ("button.primary.primary", "button.primary.secondary")
    case .success: ("button.success.primary", "button.success.secondary")
    case .info: ("button.info.primary", "button.info.secondary")
    case .light: ("button.light.primary", "button.light.secondary")
    case .warning: ("button.warning.primary", "button.warning.secondary")
    case .danger: ("button.danger.primary", "button.danger.secondary")
    case .dark: ("button.dark.primary", "button.dark.secondary")
    }
  }
}
