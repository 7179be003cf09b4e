import PluginChannel

/// Joins a plugin's wishes for updates: one frame for each button until the daemon has sent a batch.
///
/// A batch that is received after a wish was sent also comes after the wish was noted by the daemon
/// or on its way, so a wish made before the batch needs no second frame, and one made after does.
struct UpdateRequests {
  private var pending: [UInt64] = []
  private var isForAll = false

  /// The handle to send now, nil when the wish is already on its way.
  mutating func add(_ handle: UInt64) -> UInt64? {
    if isForAll { return nil }
    guard handle != 0, pending.count < ChannelLimits.updatesPerBatch else {
      isForAll = true
      return 0
    }
    if pending.contains(handle) { return nil }
    pending.append(handle)
    return handle
  }

  /// Forgets all wishes: a batch has arrived.
  mutating func removeAll() {
    pending.removeAll(keepingCapacity: true)
    isForAll = false
  }
}
