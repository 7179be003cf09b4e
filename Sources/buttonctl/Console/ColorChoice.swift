import ArgumentParser
import ButtonProtocol

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// Uses colours on a terminal that has them, unless `NO_COLOR` is set.
  case auto
  case always
  case never

  func usesColor(isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && Environment.value("NO_COLOR") == nil
        && Environment.value("TERM") != "dumb"
    }
  }
}

/// A colour's meaning in buttonctl's own texts; buttons have their own colours.
enum Tint: Int {
  case strong = 1
  case faint = 2
  case bad = 31
  case good = 32
  case caution = 33

  func callAsFunction(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

  static func ofPlugin(_ state: String) -> Tint {
    switch state {
    case "running": .good
    case "starting", "restarting": .caution
    case "disabled": .faint
    default: .bad
    }
  }

  static func ofSource(_ state: String, isLost: Bool) -> Tint {
    switch state {
    case "running", "waiting": isLost ? .caution : .good
    case "starting", "restarting", "stopping": .caution
    default: .bad
    }
  }
}
