/// What a colour says in buttonctl's own words; buttons have their own.
enum Tint: Int {
  case strong = 1
  case faint = 2
  case bad = 31
  case good = 32
  case caution = 33

  /// The text in this colour.
  func callAsFunction(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

  /// How the state of a plugin is to be taken.
  static func ofPlugin(_ state: String) -> Tint {
    switch state {
    case "running": .good
    case "starting", "restarting": .caution
    case "disabled": .faint
    default: .bad
    }
  }
}
