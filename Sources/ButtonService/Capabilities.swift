/// What a client may require in `hello`: the names of all methods, and abilities that are not
/// methods.
enum Capabilities {
  /// Abilities that are not methods: `wait` on changes, `since`, `maxRate` and `form` of subscriptions,
  /// `environment` for the traits locale, reduceMotion and boldText, and so on.
  static let abilities = [
    "state", "buttons", "presses", "actions", "styles", "plugins", "traits", "wait", "resume",
    "maxRate", "delta", "inputs", "leases", "sources", "bindings", "fleet",
    "environment", "groups",
  ]

  /// All capabilities; `replay` is that of a daemon in which clients write the keys of the clock.
  static func all(whileTellingTime tellsTime: Bool) -> [String] {
    tellsTime ? all : ["replay"] + all
  }

  private static let all = abilities + MethodTable.names
}
