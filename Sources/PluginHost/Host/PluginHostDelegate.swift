package import ButtonModel
package import Supervision

/// Hears what the plugins' workers do. All calls come on the loop's thread, never from within a call
/// to `PluginHost.send`.
package protocol PluginHostDelegate: AnyObject {
  /// A lane's worker has started, knows nothing, and takes batches.
  func pluginDidBecomeReady(_ lane: LaneID)
  /// The oldest batch that a lane has out was answered. The payload is as it came, not checked, and
  /// valid during the call.
  func plugin(_ lane: LaneID, didAnswer sequence: UInt32, payload: UnsafeRawBufferPointer)
  /// As above, where the oldest that a lane has out is a gesture.
  func plugin(
    _ lane: LaneID, didAnswerGesture sequence: UInt32, payload: UnsafeRawBufferPointer)
  /// A lane has no worker; what it has out will not be answered. Comes for every death, also where
  /// the lane had not become ready since the last.
  func plugin(_ lane: LaneID, didGoDown report: DownReport, status: PluginStatus)
  /// What clients are sent about a plugin has changed.
  func plugin(_ lane: LaneID, statusDidChange status: PluginStatus)
  /// A plugin asks to have a button resolved again; 0 is all of its buttons.
  func plugin(_ lane: LaneID, didRequestUpdateOf handle: UInt64)
  /// A plugin has something to say, or something is to be said about it.
  func plugin(_ lane: LaneID, didLog message: String, level: PluginLogLevel)
  /// A plugin was found in a folder that is new; its lane is the next after all others.
  func plugin(_ lane: LaneID, wasAdded plugin: InstalledPlugin)
  /// Another version of a plugin is in force. Where the one before had a worker, the new one has one
  /// as well, which has passed its trial and takes the batches from now on; where it had none,
  /// `didGoDown` follows.
  func plugin(_ lane: LaneID, wasReplacedBy plugin: InstalledPlugin)
  /// A newer version of a plugin runs beside the one in force and takes trial batches, to prove itself:
  /// say `trialPassed` or `trialFailed` to the host.
  func plugin(_ lane: LaneID, beganTrialOf plugin: InstalledPlugin)
  /// The oldest trial batch was answered, as `didAnswer` has it.
  func plugin(_ lane: LaneID, trialDidAnswer sequence: UInt32, payload: UnsafeRawBufferPointer)
  /// The trial, if one had begun, is over, and the version in force stays.
  func pluginDidEndTrial(_ lane: LaneID)
  /// There is something to be said about plugins in general.
  func pluginHost(didLog message: String, level: PluginLogLevel)
}

/// How much a line about a plugin matters.
package typealias PluginLogLevel = ReportLevel
