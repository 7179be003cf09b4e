/// What a request with `wait` is answered after, instead of at once.
package enum Wait: String, Hashable, Sendable, WireName {
  /// The frame with the change has been queued to every subscriber.
  case published
  /// The fleet has the change of shared keys; of others there is nothing to wait for.
  case fleet

  package static var schema: Schema {
    .named(
      "Wait",
      """
      Answer when the frame that shows the change is on its way to every subscriber, or when the fleet \
      has the change of shared keys.
      """,
      .choice(allCases.map(\.rawValue)))
  }
}
