package import ButtonModel

/// A daemon's side of one scope: what it has read, what it wants to change, and what it shows
/// meanwhile.
///
/// Events in, actions out. It reads the store but never a clock.
package struct ScopeLink {
  /// Reads what the store shows of a key.
  package typealias Values = (UTF8String) -> StateValue?

  package let settings: ScopeSettings
  package internal(set) var phase = ScopePhase.offline
  /// The name of the history; nil before the first join.
  package internal(set) var id: Chain?
  /// How far the log has been applied.
  package internal(set) var cursor: FleetCursor?
  package internal(set) var life: Life
  /// How often the engine had lost a part of its history.
  package internal(set) var forks = 0
  /// How many revisions it was ahead of the engine the last time; 0 if others had written more
  /// since.
  package private(set) var lastLead: UInt64 = 0
  package internal(set) var foreignKeys = ForeignKeys()
  /// Accepted changes that were dropped.
  package internal(set) var rejections = 0
  package internal(set) var roundTrips = RoundTrips()

  var outbox = Outbox()
  var overlay = Overlay()
  /// The overlay lacks pending requests that a snapshot was thought to have.
  var overlayIsIncomplete = false
  var stage: SnapshotStage?
  var tail: TailStage?
  let reader = ScopeReader()

  /// The hash of the scope's prefixes when the values were taken.
  var coverage: UInt64

  var session: UInt32 = 0
  /// The revision that ends the tail phase.
  var goal: UInt64 = 0
  /// The next request to consider for sending, and how many are in flight.
  var sendNext: Outbox.Ordinal = 0
  var inFlight = 0
  /// When to retry the first action without room, and its number since the last retry.
  var roomCheck: UInt64?
  var probe: RequestNumber?
  /// Requests without effect as of a revision that the cursor has not reached.
  var awaitedRevisions: [(revision: UInt64, ordinal: Outbox.Ordinal)] = []
  /// Where the log broke last, and how often in a row.
  var breakRevision: UInt64 = 0
  var breakCount = 0

  /// What the journal kept as settled counts as settled since then.
  var startedAt: UInt64 = 0
  /// Nil while it is live.
  var awaySince: UInt64? = 0
  /// When the pending join was asked for, and when the last good one was.
  var joinAsked: UInt64?
  /// The highest number that the engine was known to have decided when it was asked, by life.
  var decidedWhenAsked: [Life: UInt64] = [:]
  /// When the link reported something last.
  var heard: UInt64 = 0
  var verified: UInt64 = 0
  var nextVerify: UInt64 = 0
  var isStale = false
  /// When those who wait for the fleet get the answer that it is out of reach; nil if none may.
  var answerDue: UInt64?
  var wakeTime: UInt64?

  var turn = ScopeTurn()

  /// The journal's record of a scope, or a new scope. The life must be new and random.
  package init(_ settings: ScopeSettings, life: Life, record: ScopeRecord = ScopeRecord()) {
    self.settings = settings
    self.life = life
    id = record.place?.id
    cursor = record.place?.cursor
    coverage = record.place?.coverage ?? settings.coverage
    for kept in record.inOrder { restore(kept) }
    rejections = record.reported + record.unreadable.count
    for number in record.unreadable {
      turn.reject(Rejection(number: number, row: number, operations: [], reason: .unreadable))
    }
    if outbox.lives[life] == nil { outbox.begin(life) }
    sendNext = outbox.all.lowerBound
  }

  /// What a join asks the engine in the current session, beside those that the scope asks for.
  package var question: (session: UInt32, cursor: FleetCursor?, lives: [Life])? {
    phase == .live ? (session, cursor, Array(outbox.lives.keys)) : nil
  }

  /// The changes that wait for the fleet at one time, some of which may be through.
  package struct Backlog: Sendable {
    /// Behind the last of them in the order of acceptance.
    fileprivate let end: Outbox.Ordinal
    /// One that was not through at the last check.
    fileprivate var next: RequestNumber?
  }

  package var backlog: Backlog { Backlog(end: outbox.all.upperBound) }

  /// All of them are through, however many came behind them.
  package func isThrough(_ backlog: inout Backlog) -> Bool {
    let end = backlog.end
    func waits(_ request: OutboxRequest) -> Bool { request.isPending && request.accepted < end }
    if outbox.pendingChanges == 0 { return true }
    // Usually it is the same one as before.
    if let ordinal = backlog.next.flatMap({ outbox.ordinal(of: $0) }), waits(outbox[ordinal]) {
      return false
    }
    backlog.next = outbox.all.lazy.map { outbox[$0] }.first(where: waits)?.number
    return backlog.next == nil
  }

  package var queuedChanges: Int { outbox.pendingChanges }
  package var keptRequests: Int { outbox.count }

  /// Shows what the journal kept: the store then has the fleet's values, and gets this daemon's own
  /// changes on top.
  package mutating func start(at now: UInt64, _ values: Values) -> [ScopeAction] {
    startedAt = now
    awaySince = now
    rebuildOverlay(from: nil, values)
    return finish(now)
  }

  /// `values` reads the store, in which all actions of earlier events are done.
  package mutating func handle(
    _ event: ScopeEvent, at now: UInt64, _ values: Values
  ) -> [ScopeAction] {
    switch event {
    case .attached: attached(now)
    case .joined(let session, let reply) where session == self.session: joined(reply, now, values)
    case .page(let session, let fields, let head) where session == self.session:
      heard = now
      take(fields, head, now, values)
    case .entries(let session, let entries) where session == self.session:
      heard = now
      take(entries, now, values)
    case .outcome(let session, let number, let answer) where session == self.session:
      heard = now
      answered(number, answer, now, values)
    case .joined, .page, .entries, .outcome: break
    case .lost: lost(now)
    case .change(let change): accept(change, now, values)
    case .cancel(let number): cancel(number)
    case .tick: break
    case .adopt: adopt(now)
    }
    tick(now)
    pump(now)
    return finish(now)
  }

  private mutating func finish(_ now: UInt64) -> [ScopeAction] {
    let actions = turn.finish(&overlay, outbox, place: place)
    guard let deadline = newDeadline() else { return actions }
    return actions + [.wake(at: deadline.time)]
  }

  private var place: FleetChangeSet.Place? {
    guard let id, let cursor else { return nil }
    return FleetChangeSet.Place(id: id, cursor: cursor, coverage: coverage)
  }

  /// The engine has another history, or one that ends before this daemon's revision.
  mutating func noteFork(at revision: UInt64, _ head: UInt64) {
    forks += 1
    lastLead = revision > head ? revision - head : 0
  }
}

/// What the journal has of a scope.
package struct ScopeRecord: Hashable, Sendable {
  package var place: FleetChangeSet.Place?
  /// In the order in which they were added.
  package var requests: [JournaledRequest]
  /// Requests of which the journal has no more than the number.
  package var unreadable: [RequestNumber]
  /// Reports of dropped changes that nobody has fetched.
  package var reported: Int

  package init(
    place: FleetChangeSet.Place? = nil, requests: [JournaledRequest] = [],
    unreadable: [RequestNumber] = [], reported: Int = 0
  ) {
    self.place = place
    self.requests = requests
    self.unreadable = unreadable
    self.reported = reported
  }

  /// Life by life in the order of numbers: a request that is kept only once it is answered is added
  /// behind later ones.
  fileprivate var inOrder: [JournaledRequest] {
    var lives: [Life: Int] = [:]
    for request in requests where lives[request.number.life] == nil {
      lives[request.number.life] = lives.count
    }
    return requests.sorted { a, b in
      let (first, second) = (lives[a.number.life] ?? 0, lives[b.number.life] ?? 0)
      return first == second ? a.number.sequence < b.number.sequence : first < second
    }
  }
}
