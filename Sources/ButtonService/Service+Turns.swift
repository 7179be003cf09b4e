package import ButtonEngine
import ButtonProtocol
package import JSONRPC

/// A connection that has used its share of a turn of the event loop waits for the next turn with
/// the rest of its input and batch. Meanwhile other connections are served, and timers run.
///
/// Shares are measured in units of work of about a nanosecond.
extension Service {
  /// What the requests of one connection may cost per turn.
  package static let turnShare = 2_000_000
  /// After this much work in a turn, connections that have waited get only a small share.
  static let turnWork = 3_000_000
  /// The share of a connection in a turn whose work is spent.
  private static let lateShare = 300_000
  /// The nanoseconds that a unit of the engine's work may take: parsing and writing lines accesses
  /// memory in order, a search does not. Measured with subscriptions to 5,000 buttons.
  private static let nanosecondsOfWork = 3
  /// The cost of a request besides its bytes and those of its answer.
  static let workOfRequest = 150
  /// The cost of an error, which often includes a search for a suggestion.
  static let workOfError = 10_000
  /// The cost of a byte of a listing that is assembled from many small parts.
  fileprivate static let workOfListedByte = 8

  /// Resumes the connections that waited for this turn.
  package func beginTurn() {
    turn &+= 1
    turnCost = 0
    if waitingForTurn.isEmpty { return }
    let waiting = waitingForTurn
    waitingForTurn.removeAll(keepingCapacity: true)
    for connection in waiting {
      // The id may have been reused meanwhile.
      if let session = session(connection) { release(session, from: .turn) }
    }
  }

  /// Whether there is time for connections that have waited.
  package var hasTime: Bool { turnCost < Service.turnWork }

  /// Continues the connection's suspended batch, if any, and appends the answer if it is complete.
  /// A connection that must wait again is not accepting afterwards.
  package func resume(
    _ connection: ConnectionID, now: UInt64, into output: inout JSONWriter
  ) {
    guard let session = session(connection), session.isAccepting else { return }
    resumeBatch(session, now, &output)
  }

  /// A connection that has used its share waits for the next turn.
  @inline(__always)
  func spend(_ bytes: Int, since before: Int, _ session: Session) {
    count(bytes, since: before, session)
    if session.work >= Service.lateShare, hasHadItsShare(session) { waitForTurn(session) }
  }

  /// Counts a request's bytes, and the engine's work since the counter was at `before`.
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

  func hasHadItsShare(_ session: Session) -> Bool {
    session.work >= (hasTime ? Service.turnShare : Service.lateShare)
  }

  func waitForTurn(_ session: Session) {
    if session.holds.contains(.turn) { return }
    waitingForTurn.append(session.connection)
    hold(session, for: .turn)
  }

  /// Holds the rest of the input and batch until every reason is released.
  func hold(_ session: Session, for reason: Session.Holds) {
    let wasAccepting = session.isAccepting
    session.holds.insert(reason)
    if wasAccepting {
      setAccepting(session.connection, false)
      engine.setUnread(session.connection, true)
    }
  }

  /// The input continues when no reason is left.
  func release(_ session: Session, from reason: Session.Holds) {
    if session.isAccepting { return }
    session.holds.remove(reason)
    if session.isAccepting {
      setAccepting(session.connection, true)
      engine.setUnread(session.connection, false)
    }
  }
}

extension Call {
  /// Refuses a request that makes or removes more definitions than others should wait for.
  func checkDefinitions(in name: StaticString) throws(ProtocolError) {
    try checkExpressions()
    let most = service.limits.requestDefinitions
    guard let count = params?.member(name)?.count, count > most else { return }
    throw .limitExceeded(
      "requestDefinitions", value: most,
      "a request makes or removes at most \(most) definitions, this one asks for \(count); nothing was "
        + "done: send them as several requests", path: "params.\(name)")
  }

  /// Refuses a request whose line has more expressions than others should wait for.
  func checkExpressions() throws(ProtocolError) {
    guard let expressions = engine.prepared, expressions.isTooMany else { return }
    let most = service.limits.lineExpressions
    throw .limitExceeded(
      "lineExpressions", value: most,
      "the definitions of a line have at most \(most) different expressions, of which one counts again for "
        + "every 16 keys that it reads; none was made: send them as several lines")
  }

  /// Charges a listing that is assembled from many small parts.
  func chargeListing(from start: Int, to end: Int) {
    service.budget.work &+= (end - start) * Service.workOfListedByte
  }
}
