package import ButtonModel
package import FleetLink
package import NIOCore
import NIOPosix

/// What a daemon wants of its scope; the numbers of sessions are the daemon's.
package enum SessionOrder: Sendable {
  /// Say whether the cursor is in the history, and each life's last number; at once if a client
  /// waits.
  case join(session: UInt32, FleetCursor?, [Life], isAwaited: Bool = false)
  /// Send all keys in pages, then the log after this revision.
  case snapshot(session: UInt32, after: UInt64)
  /// Send the log after this revision.
  case tail(session: UInt32, after: UInt64)
  case submit(session: UInt32, FleetRequest)
  /// Read actions, once.
  case take(session: UInt32, ActionOrder)
}

/// What a session tells its daemon.
package enum SessionReport: Sendable {
  /// The engine is there, and fit: the daemon may join.
  case attached(EngineAddress)
  case joined(session: UInt32, JoinReply)
  /// The last page has how far the history went after it.
  case page(session: UInt32, [SnapshotField], head: FleetCursor?)
  case entries(session: UInt32, [LogEntry])
  case outcome(session: UInt32, RequestNumber, EngineAnswer)
  /// A group's actions, or all daemons'; `last` is the last one's number, or how far the scope is.
  case actions(session: UInt32, group: UTF8String?, [ActionEntry], last: UInt64)
  /// The engine is out of reach, or not fit; the next attempt comes after `retry`.
  case lost(RedisEngineError, retry: TimeAmount)
}

/// A daemon's connections to the engine of one scope: one that reads and, while there are changes,
/// one that makes them.
///
/// Has nothing that a daemon needs: whatever fails, it starts over, and the daemon joins again.
package actor ScopeSession {
  let keys: ScopeKeys
  let settings: SessionSettings
  private(set) var connector: ScopeConnector
  /// Returns when there is room for more.
  let report: @Sendable (SessionReport) async -> Void
  /// The loop of all connections and the actor itself: what one says reaches the other without
  /// another thread.
  nonisolated let loop: any EventLoop

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor.asUnownedSerialExecutor()
  }

  /// What exists while the engine is in reach.
  struct Attachment {
    let address: EngineAddress
    /// Which run of the engine all connections must be to.
    let run: String
    let over: EventLoopPromise<RedisEngineError>
    var reader: Reader?
    var changes = ChangeLane.closed
    /// Requests, with joins among them, until there is a connection for them.
    var queue: [LaneOrder] = []
    /// Replies due on the connection for changes.
    var due = 0
    /// Requests that replicas were not asked about, and whether an earlier question is open.
    var uncovered = 0
    var asksLevel = false
    /// The lane can close when nothing has been asked since.
    var lastUse = NIODeadline.now()
    /// What the daemon waits for, if it asks whether its cursor still holds.
    var verification: Verification?
    /// By group.
    var lanes: [UTF8String?: ActionLane] = [:]
    /// The engine has done what was asked of it.
    var hasWorked = false
  }

  /// Joins of a session that is open. The answer to the last is the answer to all of them.
  struct Verification {
    var session: UInt32
    /// The number of the last join.
    var number: Int
    /// Answers that the daemon waits for.
    var count: Int
    var cursor: FleetCursor?
    var lives: [Life]
  }

  /// The connection that reads.
  struct Reader {
    let connection: EngineConnection
    /// The engine may hold replies back there.
    var isFollowing = false
  }

  var attachment: Attachment?
  /// Where the engine was last, and how long it took until it could be used.
  private var place: SocketAddress?
  private var usualTime = TimeAmount.zero
  /// Grows when an attachment begins or ends.
  var generation = 0
  var session: UInt32?
  var joins = 0
  /// The serial of the last order of actions.
  var laneSerial = 0
  private var reading: Task<Void, Never>?
  var presence: ScopePresence
  var sweep: ScopeSweep

  package init(
    _ keys: ScopeKeys, _ settings: SessionSettings, on group: any EventLoopGroup,
    report: @escaping @Sendable (SessionReport) async -> Void
  ) {
    self.keys = keys
    self.settings = settings
    loop = group.next()
    self.report = report
    presence = ScopePresence(keys, settings)
    sweep = ScopeSweep(keys)
    connector = ScopeConnector(keys: keys, settings: settings, group: loop)
  }

  /// Connects, and again whenever the connection ends, until the task is cancelled.
  package func run() async {
    // Each wait is random from 0 on: all daemons of a fleet lose an engine in the same moment.
    let fresh = Backoff(
      first: 200, most: 30_000, spread: spread, least: 0, lasting: 0)
    var backoff = fresh
    var isReturn = false
    while !Task.isCancelled {
      let (error, hasWorked) = await runOnce()
      if Task.isCancelled { return }
      if error.code == .notPrimary { connector.askAnotherFirst() }
      var wait = hasWorked ? backoff.lost(after: 0) : backoff.failed()
      // A probe took something else for the engine: only an attempt can tell.
      if isReturn, error.isOutOfReach { wait = min(wait, Self.pauseBehindOpenPort) }
      await report(.lost(error, retry: .milliseconds(Int64(wait))))
      isReturn = await pause(wait, after: error, mustBeAway: isReturn)
      if isReturn {
        backoff = fresh
        await sleep(UInt64.random(in: 0...spread))
      }
    }
  }

  /// The longest pause, in milliseconds, where a port is open but its engine is away.
  private static let pauseBehindOpenPort: UInt64 = 1_500
  /// The least time that an engine that is away has for its first reply.
  private static let firstReplyTimeout = TimeAmount.seconds(3)

  private var spread: UInt64 { UInt64(max(0, settings.spread.nanoseconds)) / 1_000_000 }

  /// Waits before the next attempt. True once an engine that was out of reach is back, or another
  /// one has taken over: then the pauses that have grown meanwhile are not waited for.
  private func pause(
    _ milliseconds: UInt64, after error: RedisEngineError, mustBeAway: Bool
  ) async -> Bool {
    let probe = place.map {
      EngineProbe(place: $0, isEncrypted: settings.location.isEncrypted, group: loop)
    }
    guard error.isOutOfReach, probe != nil || connector.hasSentinels else {
      connector.reachTimeout = nil
      await sleep(milliseconds)
      return false
    }
    let isBack = await withTaskGroup(of: Bool.self) { [connector, probe] signs in
      if let probe {
        signs.addTask { await probe.returned(within: milliseconds, mustBeAway: mustBeAway) }
      }
      if connector.hasSentinels {
        signs.addTask { await connector.hasMoved(from: error.place, within: milliseconds) }
      }
      for await isBack in signs where isBack {
        signs.cancelAll()
        return true
      }
      return false
    }
    // While the engine is away, an attempt only looks for one that has moved, and must not delay a
    // return.
    connector.reachTimeout = isBack ? nil : max(Self.firstReplyTimeout, usualTime * 3)
    return isBack
  }

  private func sleep(_ milliseconds: UInt64) async {
    await loop.sleep(.milliseconds(Int64(milliseconds)))
  }

  /// One attachment, and why it ended.
  private func runOnce() async -> (error: RedisEngineError, hasWorked: Bool) {
    let address =
      switch settings.location {
      case .engine(let address): address
      case .sentinels(let sentinels): sentinels.nodes[0]
      }
    let over: EventLoopPromise<RedisEngineError>
    let start = NIODeadline.now()
    do {
      let (connection, run) = try await connector.connect()
      usualTime = .now() - start
      over = loop.makePromise(of: RedisEngineError.self)
      generation += 1
      place = connection.place ?? place
      connector.reachTimeout = nil
      attachment = Attachment(
        address: connection.address, run: run, over: over, reader: Reader(connection: connection))
      watch(connection, generation)
    } catch {
      return (error as? RedisEngineError ?? address.failure(error, isEncrypted: false), false)
    }
    let generation = generation
    await report(.attached(attachment?.address ?? address))
    let error = await withTaskCancellationHandler {
      do { return try await over.futureResult.value() } catch { return address.over() }
    } onCancel: {
      Task { await self.fail(address.over(), generation) }
    }
    let worked = lastHasWorked
    lastHasWorked = false
    return (error, worked)
  }

  private var lastHasWorked = false

  /// Ends the attachment; the first reason counts.
  func fail(_ error: any Error, _ generation: Int) {
    guard generation == self.generation, let old = attachment else { return }
    self.generation += 1
    closeLanes()
    attachment = nil
    session = nil
    // An engine that connects and then refuses changes is not tried at once again.
    lastHasWorked = old.hasWorked && !((error as? RedisEngineError)?.isRefusal ?? false)
    reading?.cancel()
    reading = nil
    old.reader?.connection.close()
    if case .open(let connection, let sent) = old.changes {
      connection.close()
      sent.finish()
    }
    old.over.succeed(
      error as? RedisEngineError ?? old.address.failure(error, isEncrypted: false))
  }

  /// Ends the attachment when a connection ends while nothing waits for a reply.
  private func watch(_ connection: EngineConnection, _ generation: Int) {
    connection.whenClosed { error in
      Task { await self.readerFailed(error, connection, generation) }
    }
  }

  /// Ignores orders of an attachment or a session that is over.
  package func perform(_ order: SessionOrder) {
    guard attachment != nil else { return }
    switch order {
    case .join(let session, let cursor, let lives, let isAwaited):
      if session == self.session {
        verify(session, cursor, lives, isAwaited: isAwaited)
      } else {
        self.session = session
        attachment?.verification = nil
        closeLanes()
        read(session) { reader in try await self.join(session, cursor, lives, on: reader) }
      }
    case .snapshot(let session, let revision):
      guard session == self.session else { return }
      read(session) { reader in
        try await self.sendSnapshot(session, after: revision, on: reader)
        try await self.follow(session, after: revision, on: reader)
      }
    case .tail(let session, let revision):
      guard session == self.session else { return }
      read(session) { reader in try await self.follow(session, after: revision, on: reader) }
    case .submit(let session, let request):
      guard session == self.session else { return }
      submit(.request(session, request))
    case .take(let session, let order):
      guard session == self.session else { return }
      take(session, order)
    }
  }

  /// Replaces what is read by something else.
  private func read(
    _ session: UInt32, _ body: @escaping @Sendable (EngineConnection) async throws -> Void
  ) {
    let generation = generation
    reading?.cancel()
    reading = Task {
      do {
        try await body(try await self.freeReader(generation))
      } catch is CancellationError {
        return
      } catch {
        // Failures of a session that was replaced do not count.
        if !Task.isCancelled { self.fail(error, generation) }
      }
    }
  }

  /// A connection that answers at once: one that follows the log may hold a command back for
  /// seconds.
  private func freeReader(_ generation: Int) async throws -> EngineConnection {
    guard let attachment, generation == self.generation else { throw CancellationError() }
    if let reader = attachment.reader, !reader.isFollowing { return reader.connection }
    self.attachment?.reader?.connection.close()
    self.attachment?.reader = nil
    let connection = try await connector.connect(to: attachment.run, at: attachment.address)
    guard generation == self.generation, !Task.isCancelled else {
      connection.close()
      throw CancellationError()
    }
    self.attachment?.reader = Reader(connection: connection)
    watch(connection, generation)
    return connection
  }

  /// Whether reports of this session are still wanted.
  func isCurrent(_ session: UInt32) -> Bool { session == self.session && !Task.isCancelled }

  /// A scope with no more fields is compared with its sum at each connection.
  private static let auditedFields = 256

  private func join(
    _ session: UInt32, _ cursor: FleetCursor?, _ lives: [Life], on reader: EngineConnection
  ) async throws {
    let reply = try await reader.join(keys, cursor, lives: lives)
    // Without a snapshot, the daemon would not see that the state is another one.
    if reply.verdict == .tail, reply.keyCount <= Self.auditedFields {
      try await reader.readState(keys, atMost: EngineConnection.smallState)
    }
    guard isCurrent(session) else { return }
    await report(.joined(session: session, reply))
  }

  private func sendSnapshot(
    _ session: UInt32, after revision: UInt64, on reader: EngineConnection
  ) async throws {
    let head: FleetCursor?
    do {
      head = try await reader.readState(keys, after: revision) { fields in
        guard isCurrent(session) else { throw CancellationError() }
        await report(.page(session: session, fields, head: nil))
      }
    } catch let error as RedisEngineError where error.code == .altered {
      // What somebody has altered is still altered.
      try await reader.readState(keys)
      throw reader.address.wentBack()
    }
    guard isCurrent(session) else { throw CancellationError() }
    await report(.page(session: session, [], head: head))
  }

  private func follow(
    _ session: UInt32, after revision: UInt64, on reader: EngineConnection
  ) async throws {
    guard isCurrent(session) else { throw CancellationError() }
    attachment?.reader?.isFollowing = true
    attachment?.hasWorked = true
    var tail = ScopeTail(keys, after: revision, pace: settings.pace, block: settings.block)
    while isCurrent(session) {
      await showPresence(at: tail.revision, on: reader)
      await takeSweepStep(on: reader)
      guard isCurrent(session) else { return }
      let entries = try await tail.next(on: reader)
      guard isCurrent(session) else { return }
      if !entries.isEmpty { await report(.entries(session: session, entries)) }
    }
  }
}

extension ScopeSession {
  /// Tries a scope's engine once; returns how far the history goes.
  package static func check(
    _ keys: ScopeKeys, _ settings: SessionSettings
  ) async throws -> FleetCursor {
    let group = MultiThreadedEventLoopGroup.singleton
    let connector = ScopeConnector(keys: keys, settings: settings, group: group)
    let (connection, _) = try await connector.connect()
    defer { connection.close() }
    return try await connection.join(keys, nil).head
  }
}
