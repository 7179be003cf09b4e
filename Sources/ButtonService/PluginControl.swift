package import ButtonModel
package import ButtonProtocol

/// Whoever runs the plugins' workers, and does with them what clients ask for.
package protocol PluginControl: AnyObject {
  /// What is known of a plugin's worker at this moment.
  func detail(of lane: LaneID) -> PluginDetail
  /// Reads a plugin's files again; `then` hears, at once or later, what came of it.
  func reload(_ lane: LaneID, then: @escaping (PluginReload) -> Void)
  /// Forgets a plugin's deaths, lifts its quarantine and starts it; the engine is told by the caller.
  func reset(_ lane: LaneID)
  /// Lets a disabled plugin run again.
  func enable(_ lane: LaneID)
  /// Calls `then` later, once a plugin runs or is not going to, or after a while all the same; false,
  /// and it is not called, where that is so now.
  func whenSettled(_ lane: LaneID, then: @escaping () -> Void) -> Bool
  /// Stops a plugin until it is enabled.
  func disable(_ lane: LaneID)
  /// Calls `then` later, once the orders so far are on the disk, or with the reason why they cannot be
  /// written; false, and it is not called, where they are.
  func whenKept(then: @escaping (String?) -> Void) -> Bool
}
