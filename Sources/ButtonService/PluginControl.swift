package import ButtonModel
package import ButtonProtocol

/// Controls the plugins' workers on behalf of clients.
package protocol PluginControl: AnyObject {
  /// The present details of a plugin's worker.
  func detail(of lane: LaneID) -> PluginDetail
  /// Reloads a plugin's files; calls `then` with the outcome, at once or later.
  func reload(_ lane: LaneID, then: @escaping (PluginReload) -> Void)
  /// Forgets a plugin's deaths, lifts its quarantine and starts it; the caller notifies the engine.
  func reset(_ lane: LaneID)
  /// Enables a disabled plugin.
  func enable(_ lane: LaneID)
  /// Calls `then` later, once the plugin is running or will not run, or after a timeout. Returns
  /// false, without calling it, if that is the case already.
  func whenSettled(_ lane: LaneID, then: @escaping () -> Void) -> Bool
  /// Stops a plugin until it is enabled.
  func disable(_ lane: LaneID)
  /// Calls `then` later, once all orders so far are on disk, or with the reason why they cannot be
  /// written. Returns false, without calling it, if they are on disk already.
  func whenKept(then: @escaping (String?) -> Void) -> Bool
}
