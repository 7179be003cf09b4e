/// A request that is answered once everything up to some commit has been published.
struct Barrier {
  let ticket: Ticket
  /// The commit that took in what was applied before the request; nil until it happens.
  var commit: UInt64?
  /// When it is given up.
  let deadline: UInt64
  /// The revision when it was asked for, told when it is given up.
  let revision: UInt64
  /// What to answer; nil: epoch, tick and revision, as `sync` does.
  let result: [UInt8]?
}

/// A request for looks that waits until none of them is about to change.
struct PendingSnapshot {
  /// What is answered.
  enum Kind {
    case get(GetRequest)
    case subscribe(SubscribeRequest)
  }

  let ticket: Ticket
  let kind: Kind
  let traitSet: Int
  /// The commit up to which the buttons must have settled; nil until it happens.
  var commit: UInt64?
  /// When it is answered with what there is.
  let deadline: UInt64
  /// The same, for buttons whose plugin is still starting.
  let startingDeadline: UInt64
}
