/// What the engine answers a numbered request.
package enum EngineAnswer: Hashable, Sendable {
  /// This was its first arrival.
  case first(Outcome)
  /// It had arrived before; nil if the engine no longer holds the outcome.
  case duplicate(Outcome?)
  /// Nothing was done: `last` is the last number of this life that arrived, and not the one before.
  case gap(last: UInt64)
}
