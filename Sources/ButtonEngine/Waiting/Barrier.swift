import ButtonModel
import ButtonStore

/// A request that is answered once its scope, or everything applied before it, is published.
struct Barrier {
  /// What a barrier waits for.
  enum Blocker {
    /// The buttons that have been unsettled for longest.
    case everything
    /// A button that does not show the changes in scope yet.
    case button(ButtonSlot)
    /// A batch under way that may have read the keys in scope as they were before.
    case pass(lane: LaneID, sequence: UInt32)
  }

  let ticket: Ticket
  /// The scope; nil for everything applied before.
  var scope: WaitScope?
  /// The commit that contains the changes in scope.
  var commit: UInt64 = 0
  /// What blocked it when it was last looked at.
  var blocker: Blocker?
  /// The tick that takes in what was applied before the request; nil until it begins.
  var tick: UInt64?
  /// When the request times out.
  let deadline: UInt64
  /// The revision at the time of the request, which is reported on a timeout.
  let revision: UInt64
  /// The result; nil for epoch, tick and revision, as in `sync`.
  let result: [UInt8]?
  /// The journal group that contains the change; 0 if it need not wait for one.
  let group: UInt64
}
