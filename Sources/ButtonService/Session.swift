import ButtonEngine
import ButtonProtocol
import JSONRPC

/// One client's connection as the protocol sees it: who it is, what it may do, what it waits for.
final class Session {
  /// A request that is answered later.
  struct Pending {
    let id: RequestID
    /// The batch that the answer belongs to, and its place in there.
    let batch: (answer: BatchAnswer, place: Int)?
  }

  let connection: ConnectionID
  /// What it may do; `hello` may lower it.
  var role: Role
  /// What it calls itself in `hello`.
  var client: String?
  /// The requests that wait for their answer, by the serial of their ticket.
  var pending: [UInt64: Pending] = [:]
  /// It waits for so many answers that it is to be read from no more.
  var isCrowded = false
  /// What it may still ask for where requests are counted, and whether it has to wait.
  var allowance = TokenBucket()
  var isThrottled = false
  /// It sends nothing more; once it has all answers it is closed.
  var hasEnded = false
  /// Requests among those that will add a subscription.
  var pendingSubscriptions: Set<UInt64> = []
  /// Actions that wait because the socket takes no bytes.
  var actions = ActionQueue()
  /// Inputs of others that wait for the same reason, where it records them.
  var inputs = ActionQueue()
  /// The socket takes no more bytes at the moment.
  var isBlocked = false

  /// Whether more requests are to be read from it.
  var isAccepting: Bool { !isCrowded && !isThrottled }

  init(connection: ConnectionID, role: Role) {
    self.connection = connection
    self.role = role
  }
}
