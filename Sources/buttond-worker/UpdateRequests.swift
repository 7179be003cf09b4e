import PluginChannel

/// Merges a plugin's requests for updates: one frame for each button until the daemon has sent a
/// batch.
///
/// A batch received after a request was sent also comes after the daemon got the request, or
/// crossed it, so a request made before the batch needs no second frame, and one made after does.
struct UpdateRequests {
  private var pending: [UInt64] = []
  private var isForAll = false

  /// The handle to send now; nil if the request is already on its way.
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

  mutating func removeAll() {
    pending.removeAll(keepingCapacity: true)
    isForAll = false
  }
}
