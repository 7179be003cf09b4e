import ButtonModel

/// What a token's value is, before it becomes a plugin's to read.
enum ThemeValue: Hashable {
  case color(ThemeColor)
  /// Points, milliseconds or a plain number.
  case number(Double)
  case text(UTF8String)

  /// The value as plugins read it.
  var stateValue: StateValue {
    switch self {
    case .number(let number): .double(number)
    case .text(let text): .string(text)
    case .color(let color): .json(color.color.themeValue ?? "[\"#00000000\"]")
    }
  }
}

/// What is wrong with a value, and in which member of it.
struct ThemeFault: Error {
  /// The member's name; empty for the value itself.
  let member: String
  let message: String

  init(_ message: String, in member: String = "") {
    self.message = message
    self.member = member
  }
}
