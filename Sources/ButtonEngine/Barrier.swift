/// A request that is answered once everything applied before it has been published.
struct Barrier {
  let ticket: Ticket
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
