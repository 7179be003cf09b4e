import ButtonModel

/// A token's value before conversion for plugins.
enum ThemeValue: Hashable {
  case color(ThemeColor)
  /// Points, milliseconds or a plain number.
  case number(Double)
  case text(UTF8String)

  var stateValue: StateValue {
    switch self {
    case .number(let number): .double(number)
    case .text(let text): .string(text)
    case .color(let color): .json(color.color.themeValue ?? "[\"#00000000\"]")
    }
  }
}

/// An error of a value, and the member that has it.
struct ThemeFault: Error {
  /// Empty for the value itself.
  let member: String
  let message: String

  init(_ message: String, in member: String = "") {
    self.message = message
    self.member = member
  }
}
