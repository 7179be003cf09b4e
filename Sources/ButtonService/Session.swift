import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// One client's connection: its identity, its role and what it waits for.
final class Session {
  /// A request that is answered later.
  struct Pending {
    /// Nil if no answer is wanted.
    let id: RequestID?
    /// The batch that the answer belongs to, and its index there.
    var batch: (answer: BatchAnswer, place: Int)?
    /// Counted for the connection.
    let bytes: Int
    /// What its answer will add to the number of subscriptions.
    let subscriptions: Int

    /// Memory of a pending request besides its content and answer.
    static let headBytes = 256
  }

  /// The reasons to hold the rest of a connection's input or batch.
  struct Holds: OptionSet {
    let rawValue: UInt8

    /// The connection waits for too many answers.
    static let crowd = Holds(rawValue: 1)
    /// The connection exceeds `requestRate`.
    static let rate = Holds(rawValue: 2)
    /// The connection has used its share of the turn.
    static let turn = Holds(rawValue: 4)
    /// A style has not decided about the connection's press yet.
    static let press = Holds(rawValue: 8)
  }

  let connection: ConnectionID
  /// `hello` may lower it.
  var role: Role
  /// As given in `hello`.
  var client: String?
  /// Unanswered requests, by the serial of their ticket.
  var pending: [UInt64: Pending] = [:]
  /// What pending answers will add to the number of subscriptions.
  var pendingSubscriptions = 0
  /// What the service counts for the connection.
  var keptBytes = 0
  /// What answers will release. Without a suspended batch, which would wait for itself.
  var awaitedBytes: Int { keptBytes - (batch?.bytes ?? 0) }
  var holds: Holds = []
  var batch: SuspendedBatch?
  /// The pressed button whose style may not have decided yet.
  var styledPress: UTF8String?
  /// The cost of its requests in a turn, and the number of that turn.
  var work = 0
  var turn: UInt64 = 0
  /// The tokens of the rate limit.
  var allowance = TokenBucket()
  /// The connection closes once everything is answered.
  var hasEnded = false
  /// Actions that wait while the socket buffer is full.
  var actions = ActionQueue()
  /// Inputs that wait for a client that records.
  var inputs = ActionQueue()
  /// What changed while the socket buffer was full.
  var changedPlugins: Set<LaneID> = []
  var changedSources: Set<String> = []
  var changedScopes: Set<String> = []
  var isBlocked = false

  var isAccepting: Bool { holds.isEmpty }

  init(connection: ConnectionID, role: Role) {
    self.connection = connection
    self.role = role
  }
}
