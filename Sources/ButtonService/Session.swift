import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// One client's connection: its identity, its role and what it waits for.
final class Session {
  /// A request that is answered later.
  struct Pending {
    /// The id to answer with; nil if no answer is wanted.
    let id: RequestID?
    /// The batch that the answer belongs to, and its index there.
    var batch: (answer: BatchAnswer, place: Int)?
    /// The bytes counted for the request.
    let bytes: Int
    /// What its answer will add to the number of subscriptions.
    let subscriptions: Int

    /// The memory of a pending request besides its content and answer, in bytes.
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
  /// The role, which `hello` may lower.
  var role: Role
  /// The name given in `hello`.
  var client: String?
  /// The unanswered requests, by the serial of their ticket.
  var pending: [UInt64: Pending] = [:]
  /// What their answers will add to the number of subscriptions.
  var pendingSubscriptions = 0
  /// The bytes that the service counts for the connection.
  var keptBytes = 0
  /// The counted bytes that answers will release. Excludes a suspended batch, which would otherwise
  /// wait for itself.
  var awaitedBytes: Int { keptBytes - (batch?.bytes ?? 0) }
  /// Why the rest of its input is held.
  var holds: Holds = []
  /// The batch that is suspended.
  var batch: SuspendedBatch?
  /// The pressed button whose style may not have decided yet.
  var styledPress: UTF8String?
  /// The cost of its requests in a turn of the event loop, and the number of that turn.
  var work = 0
  var turn: UInt64 = 0
  /// The requests it may still send, if there is a rate limit.
  var allowance = TokenBucket()
  /// The client has ended its input: the connection is closed once everything is answered.
  var hasEnded = false
  /// The actions queued while the socket buffer is full.
  var actions = ActionQueue()
  /// The inputs queued while the socket buffer is full, for a client that records them.
  var inputs = ActionQueue()
  /// Plugins that changed meanwhile.
  var changedPlugins: Set<LaneID> = []
  /// Sources that changed meanwhile.
  var changedSources: Set<String> = []
  /// Scopes of the fleet that changed meanwhile.
  var changedScopes: Set<String> = []
  /// The socket's buffer is full.
  var isBlocked = false

  /// Whether requests may be read from the connection.
  var isAccepting: Bool { holds.isEmpty }

  init(connection: ConnectionID, role: Role) {
    self.connection = connection
    self.role = role
  }
}
