package import ButtonModel
package import ButtonProtocol

/// Controls the plugins' workers on behalf of clients.
package protocol PluginControl: AnyObject {
  func detail(of lane: LaneID) -> PluginDetail
  /// Calls `then` with the outcome, at once or later.
  func reload(_ lane: LaneID, then: @escaping (PluginReload) -> Void)
  /// Forgets deaths, lifts the quarantine and starts the worker; the caller notifies the engine.
  func reset(_ lane: LaneID)
  func enable(_ lane: LaneID)
  /// Calls `then` later, once the plugin runs or will not run, or after a timeout. Returns false,
  /// without calling it, if that is so already.
  func whenSettled(_ lane: LaneID, then: @escaping () -> Void) -> Bool
  /// Until the plugin is enabled.
  func disable(_ lane: LaneID)
  /// Calls `then` later, once all orders so far are on disk, or with the reason why they cannot be
  /// written. Returns false, without calling it, if they are on disk already.
  func whenKept(then: @escaping (String?) -> Void) -> Bool
}
