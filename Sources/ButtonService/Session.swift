import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// One client's connection as the protocol sees it: who it is, what it may do, what it waits for.
final class Session {
  /// A request that is answered later.
  struct Pending {
    /// Nil when no answer is wanted.
    let id: RequestID?
    /// The batch that the answer belongs to, and its place in there.
    var batch: (answer: BatchAnswer, place: Int)?
    /// Bytes that are kept for it.
    let bytes: Int
    /// What it will add to the subscriptions.
    let subscriptions: Int

    /// What it takes besides what it asks for and what it is answered.
    static let headBytes = 256
  }

  /// Reasons why the rest of a connection's input, or of its batch, waits.
  struct Holds: OptionSet {
    let rawValue: UInt8

    /// It waits for too many answers.
    static let crowd = Holds(rawValue: 1)
    /// It sends more requests than `requestRate` allows.
    static let rate = Holds(rawValue: 2)
    /// It has had its share of the turn.
    static let turn = Holds(rawValue: 4)
    /// It waits for what a style makes of its press.
    static let press = Holds(rawValue: 8)
  }

  let connection: ConnectionID
  /// What it may do; `hello` may lower it.
  var role: Role
  /// What it calls itself in `hello`.
  var client: String?
  /// The requests that wait for their answer, by the serial of their ticket.
  var pending: [UInt64: Pending] = [:]
  /// What they will add to the subscriptions.
  var pendingSubscriptions = 0
  /// Bytes that the service keeps for it.
  var keptBytes = 0
  /// Those among them that go when it is answered. The batch whose rest waits is not among them, as it
  /// would wait for itself.
  var awaitedBytes: Int { keptBytes - (batch?.bytes ?? 0) }
  /// Why the rest of its input waits.
  var holds: Holds = []
  /// The batch whose rest waits with it.
  var batch: SuspendedBatch?
  /// The button that it presses whose style may still have to say what that means.
  var styledPress: UTF8String?
  /// What its requests have cost in a turn of the loop, and which turn that is.
  var work = 0
  var turn: UInt64 = 0
  /// What it may still ask for where requests are counted.
  var allowance = TokenBucket()
  /// It sends nothing more; once it has all answers it is closed.
  var hasEnded = false
  /// Actions that wait because the socket takes no bytes.
  var actions = ActionQueue()
  /// Inputs of others that wait for the same reason, where it records them.
  var inputs = ActionQueue()
  /// Plugins that changed meanwhile.
  var changedPlugins: Set<LaneID> = []
  /// The socket takes no more bytes at the moment.
  var isBlocked = false

  /// Whether more requests are to be read from it.
  var isAccepting: Bool { holds.isEmpty }

  init(connection: ConnectionID, role: Role) {
    self.connection = connection
    self.role = role
  }
}
