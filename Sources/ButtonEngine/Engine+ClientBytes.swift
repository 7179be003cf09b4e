package import ButtonProtocol

/// What the engine keeps for clients, in bytes.
extension Engine {
  /// Refuses to keep so many bytes more for a client where that would exceed a limit.
  package func checkRoom(for bytes: Int, of connection: ConnectionID) throws(EngineError) {
    try clients.checkRoom(for: bytes, of: connection, within: settings.clientBytes)
  }

  /// Bytes that a subscription takes in memory, besides what its match does.
  package static let subscriptionBytes = 1_024

  /// Bytes that are kept for a member of a subscription to buttons, and for its place in the index.
  package static func bytes(of spec: SubscriptionSpec) -> Int {
    subscriptionBytes + spec.match.keptBytes + spec.match.ids.count * WatcherIndex.bytesPerName
  }

  /// Bytes that a key takes in the index of those that are watched, besides its name.
  private static let bytesPerWatchedKey = WatcherIndex.bytesPerName + 4

  /// Bytes that are kept for a member of a subscription to state.
  package static func bytes(of spec: StateSubscriptionSpec) -> Int {
    subscriptionBytes + spec.keptBytes
      + (spec.keys?.count ?? 0) * bytesPerWatchedKey
  }
}
