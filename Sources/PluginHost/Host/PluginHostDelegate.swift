package import ButtonModel
package import Supervision

/// Receives what the plugins' workers do. All calls come on the loop's thread, never from within a
/// call to `PluginHost.send`.
package protocol PluginHostDelegate: AnyObject {
  /// A lane's worker has started, knows nothing, and takes batches.
  func pluginDidBecomeReady(_ lane: LaneID)
  /// The oldest batch in flight was answered. The payload is unchecked, and valid during the call.
  func plugin(_ lane: LaneID, didAnswer sequence: UInt32, payload: UnsafeRawBufferPointer)
  /// As above, for a gesture.
  func plugin(
    _ lane: LaneID, didAnswerGesture sequence: UInt32, payload: UnsafeRawBufferPointer)
  /// A lane has no worker; what is in flight will not be answered. Comes for every death, even if
  /// the lane was not ready since the last one.
  func plugin(_ lane: LaneID, didGoDown report: DownReport, status: PluginStatus)
  func plugin(_ lane: LaneID, statusDidChange status: PluginStatus)
  /// A plugin asks to resolve a button again; 0 means all of its buttons.
  func plugin(_ lane: LaneID, didRequestUpdateOf handle: UInt64)
  func plugin(_ lane: LaneID, didLog message: String, level: PluginLogLevel)
  /// A plugin was found in a new folder; its lane comes after all others.
  func plugin(_ lane: LaneID, wasAdded plugin: InstalledPlugin)
  /// Another version of a plugin is in force. If the previous one had a worker, the new one has one
  /// that passed its trial and takes the batches from now on; otherwise `didGoDown` follows.
  func plugin(_ lane: LaneID, wasReplacedBy plugin: InstalledPlugin)
  /// A newer version of a plugin runs beside the one in force and takes trial batches: call the
  /// host's `trialPassed` or `trialFailed`.
  func plugin(_ lane: LaneID, beganTrialOf plugin: InstalledPlugin)
  /// As `didAnswer`, for the oldest trial batch.
  func plugin(_ lane: LaneID, trialDidAnswer sequence: UInt32, payload: UnsafeRawBufferPointer)
  /// The trial, if there was one, is over, and the version in force stays.
  func pluginDidEndTrial(_ lane: LaneID)
  func pluginHost(didLog message: String, level: PluginLogLevel)
}

package typealias PluginLogLevel = ReportLevel
