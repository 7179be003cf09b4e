/// That a subscription went on over a lost connection: what came before it, and what follows.
public struct Resumption: Hashable, Sendable {
  /// How long there was no connection, in seconds.
  public let seconds: Double

  /// Whether the daemon was started again meanwhile, and so has no history to resume from.
  public let restarted: Bool
}
