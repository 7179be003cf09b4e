import ButtonModel
import ButtonStore

/// A request that is answered once what it is about, or everything applied before it, is published.
struct Barrier {
  /// What a barrier waits for.
  enum Blocker {
    /// Whatever has been unsettled for longest.
    case everything
    /// A button that has still to show what the barrier is about.
    case button(ButtonSlot)
    /// A batch on its way that may read what the barrier is about as it was before.
    case pass(lane: LaneID, sequence: UInt32)
  }

  let ticket: Ticket
  /// What it is about; nil: everything applied before.
  var scope: WaitScope?
  /// The commit that took it in.
  var commit: UInt64 = 0
  /// What blocked it when it was last looked at.
  var blocker: Blocker?
  /// The tick that took in what was applied before the request; nil until it begins.
  var tick: UInt64?
  /// When it is given up.
  let deadline: UInt64
  /// The revision when it was asked for, told when it is given up.
  let revision: UInt64
  /// What to answer; nil: epoch, tick and revision, as `sync` does.
  let result: [UInt8]?
  /// The number of the journal's group that has the change it is about; 0 when that does not matter.
  let group: UInt64
}
