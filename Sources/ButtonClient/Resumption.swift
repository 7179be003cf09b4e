/// Marks where a subscription goes on after a lost connection.
public struct Resumption: Hashable, Sendable {
  /// How long there was no connection, in seconds.
  public let seconds: Double

  /// Whether the daemon was started again meanwhile, and so has no history to resume from.
  public let restarted: Bool
}
