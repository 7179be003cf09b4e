/// What a client may require in `hello`: every method by its name, and abilities beyond methods.
enum Capabilities {
  /// Abilities that are not methods: `wait` on changes, resuming, and rates of subscriptions.
  static let abilities = ["wait.published", "subscribe.since", "subscribe.maxRate"]

  /// All of them.
  static let all = abilities + MethodTable.names
}
