/// What a client may require in `hello`: the names of all methods, and abilities that are not
/// methods.
enum Capabilities {
  /// Abilities that are not methods: `wait` on changes, `since`, `maxRate` and `form` of subscriptions,
  /// and so on.
  static let abilities = [
    "state", "buttons", "presses", "actions", "styles", "plugins", "traits", "wait", "resume",
    "maxRate", "delta", "inputs", "leases", "sources", "bindings",
  ]

  /// All capabilities.
  static let all = abilities + MethodTable.names
}
