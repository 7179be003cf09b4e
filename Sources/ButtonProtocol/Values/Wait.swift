/// What the answer to a request waits for.
package enum Wait: String, Hashable, Sendable, WireName {
  /// The frame with the change is queued to every subscriber.
  case published
  /// The fleet has the change of shared keys; for other keys there is no wait.
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
