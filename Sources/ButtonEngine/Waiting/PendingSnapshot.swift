import ButtonModel
import ButtonProtocol

/// A request for looks that waits until none of them is about to change.
struct PendingSnapshot {
  enum Kind {
    case get(GetRequest)
    case subscribe(SubscribeRequest)
    case explain(ExplainRequest)
  }

  let ticket: Ticket
  let kind: Kind
  let traitSet: Int
  /// Looks after this id must still be drawn for these traits; nil if all are drawn.
  var undrawnBehind: UTF8String?
  /// Takes in what was applied before the request; nil until it begins.
  var tick: UInt64?
  /// When it is answered with the looks there are.
  var deadline: UInt64
  /// The deadline for buttons whose plugin is still starting.
  let startingDeadline: UInt64

  var match: Match {
    switch kind {
    case .get(let request): request.match
    case .subscribe(let request): request.spec.match
    case .explain(let request): request.match
    }
  }
}

/// What the buttons of a request for looks still wait for.
enum SnapshotWait {
  /// Requests for the same buttons and tick wait for the same, which is computed once.
  struct Question: Hashable {
    let match: Match
    let tick: UInt64
  }

  case none, forAnswer, forStart
}
