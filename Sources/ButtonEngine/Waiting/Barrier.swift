import ButtonModel
import ButtonStore

/// A request that is answered once its scope, or everything applied before it, is published.
struct Barrier {
  enum Blocker {
    /// The buttons that have been unsettled for longest.
    case everything
    /// It does not show the changes in scope yet.
    case button(ButtonSlot)
    /// A batch under way that may have read keys in scope as they were before.
    case pass(lane: LaneID, sequence: UInt32)
  }

  let ticket: Ticket
  /// Nil for everything applied before.
  var scope: WaitScope?
  /// Contains the changes in scope.
  var commit: UInt64 = 0
  /// As of the last look at the barrier.
  var blocker: Blocker?
  /// Takes in what was applied before the request; nil until it begins.
  var tick: UInt64?
  let deadline: UInt64
  /// As of the request, for a timeout.
  let revision: UInt64
  /// Nil for epoch, tick and revision, as in `sync`.
  let result: [UInt8]?
  /// Contains the change; 0 if it need not wait for one.
  let group: UInt64
}
