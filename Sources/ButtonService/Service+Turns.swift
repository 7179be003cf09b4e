package import ButtonEngine
import ButtonProtocol
package import JSONRPC

/// Who has had its share of a turn of the loop waits for the next, with the rest of its input and of its
/// batch; meanwhile the others are served, and timers run.
///
/// Shares are measured in units of about a nanosecond.
extension Service {
  /// What the requests of one connection may cost in a turn.
  package static let turnShare = 2_000_000
  /// What those of all may cost before others wait whose requests have waited already.
  static let turnWork = 3_000_000
  /// What a connection has of a turn in which that is spent.
  private static let lateShare = 300_000
  /// Nanoseconds that a unit of the engine's work may take: reading and writing lines goes through
  /// memory in order, a search jumps about in it. Measured with subscriptions to 5,000 buttons.
  private static let nanosecondsOfWork = 3
  /// What a request costs besides the bytes it is read from and answered with.
  static let workOfRequest = 300
  /// What an error costs, which often says what was meant.
  static let workOfError = 10_000
  /// What a byte of a listing costs that is put together of many small parts.
  static let workOfListedByte = 8

  /// A turn of the loop begins: whoever waited for it goes on.
  package func beginTurn() {
    turn &+= 1
    turnCost = 0
    if waitingForTurn.isEmpty { return }
    let waiting = waitingForTurn
    waitingForTurn.removeAll(keepingCapacity: true)
    for connection in waiting {
      // Another connection may have got the number meanwhile.
      if let session = session(connection) { release(session, from: .turn) }
    }
  }

  /// Whether there is time left in this turn for those whose requests have waited already.
  package var hasTime: Bool { turnCost < Service.turnWork }

  /// A connection's turn has come again: goes on with the rest of its batch, if one waits, and appends
  /// the answer when it is whole. If the connection has to wait again, it is not accepting afterwards.
  package func resume(
    _ connection: ConnectionID, now: UInt64, into output: inout JSONWriter
  ) {
    guard let session = session(connection), session.isAccepting else { return }
    resumeBatch(session, now, &output)
  }

  /// Whether the rest of a connection's input waits.
  package func isAccepting(_ connection: ConnectionID) -> Bool {
    session(connection)?.isAccepting ?? false
  }

  /// Counts what a connection's request cost; one that has had its share waits for the next turn.
  @inline(__always)
  func spend(_ bytes: Int, since before: Int, _ session: Session) {
    count(bytes, since: before, session)
    if session.work >= Service.lateShare, hasHadItsShare(session) { waitForTurn(session) }
  }

  /// Counts what a connection's request cost: bytes, and what the engine has done since its counter stood
  /// at `before`.
  @inline(__always)
  func count(_ bytes: Int, since before: Int, _ session: Session) {
    let read = bytes &+ Service.workOfRequest
    let cost = read &+ Service.nanosecondsOfWork &* (budget.work &- before)
    budget.work &+= read
    turnCost &+= cost
    if session.turn != turn {
      session.turn = turn
      session.work = 0
    }
    session.work &+= cost
  }

  /// Whether a connection has had its share of this turn.
  func hasHadItsShare(_ session: Session) -> Bool {
    session.work >= (hasTime ? Service.turnShare : Service.lateShare)
  }

  /// Has the rest of a connection's input wait for the next turn.
  func waitForTurn(_ session: Session) {
    if session.holds.contains(.turn) { return }
    waitingForTurn.append(session.connection)
    hold(session, for: .turn)
  }

  /// Has the rest of a connection's input, and of its batch, wait until it is released.
  func hold(_ session: Session, for reason: Session.Holds) {
    let wasAccepting = session.isAccepting
    session.holds.insert(reason)
    if wasAccepting { setAccepting(session.connection, false) }
  }

  /// Ends one of the reasons for which a connection's input waits; after the last it goes on.
  func release(_ session: Session, from reason: Session.Holds) {
    if session.isAccepting { return }
    session.holds.remove(reason)
    if session.isAccepting { setAccepting(session.connection, true) }
  }
}
