/// What a client may require in `hello`: every method by its name, and abilities beyond methods.
enum Capabilities {
  /// Abilities that are not methods: `wait` on changes, `since`, `maxRate` and `form` of subscriptions,
  /// and so on.
  static let abilities = [
    "state", "buttons", "presses", "actions", "styles", "plugins", "traits", "wait", "resume",
    "maxRate", "delta", "inputs",
  ]

  /// All of them.
  static let all = abilities + MethodTable.names
}
