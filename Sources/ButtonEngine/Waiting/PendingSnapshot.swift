import ButtonModel
import ButtonProtocol

/// A request for looks that waits until none of them is about to change.
struct PendingSnapshot {
  /// What is answered.
  enum Kind {
    case get(GetRequest)
    case subscribe(SubscribeRequest)
    case explain(ExplainRequest)
  }

  let ticket: Ticket
  let kind: Kind
  let traitSet: Int
  /// The id behind which looks have still to be drawn in these traits; nil when all are.
  var undrawnBehind: UTF8String?
  /// The tick that took in what was applied before the request; nil until it begins.
  var tick: UInt64?
  /// When it is answered with what there is.
  var deadline: UInt64
  /// The same, for buttons whose plugin is still starting.
  let startingDeadline: UInt64

  /// The buttons that it is about.
  var match: Match {
    switch kind {
    case .get(let request): request.match
    case .subscribe(let request): request.spec.match
    case .explain(let request): request.match
    }
  }
}

/// What the buttons that a request for looks means still wait for.
enum SnapshotWait {
  /// Requests of the same buttons at the same tick wait for the same, and it is found out once.
  struct Question: Hashable {
    let match: Match
    let tick: UInt64
  }

  case none, forAnswer, forStart
}
