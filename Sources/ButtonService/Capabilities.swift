/// What a client may require in `hello`: all methods, and abilities that are not methods.
enum Capabilities {
  /// Abilities such as `wait` on changes, `since`, `maxRate` and `form` of subscriptions, and
  /// `environment` for the traits locale, reduceMotion and boldText.
  static let abilities = [
    "state", "buttons", "presses", "actions", "styles", "plugins", "traits", "wait", "resume",
    "maxRate", "delta", "inputs", "leases", "sources", "bindings", "fleet",
    "environment", "groups",
  ]

  /// `replay` means that clients write the clock's keys, as in a replay.
  static func all(whileTellingTime tellsTime: Bool) -> [String] {
    tellsTime ? all : ["replay"] + all
  }

  private static let all = abilities + MethodTable.names
}
