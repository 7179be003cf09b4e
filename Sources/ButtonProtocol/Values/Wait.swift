/// What a request with `wait` is answered after, instead of at once.
package enum Wait: String, Hashable, Sendable, WireName {
  /// The frame with the change has been queued to every subscriber.
  case published
}
