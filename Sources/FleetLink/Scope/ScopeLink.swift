package import ButtonModel

/// A daemon's side of one scope: what it has read, what it wants to change, and what it shows meanwhile.
///
/// Events in, actions out. It reads the store where it must, and never a clock.
package struct ScopeLink {
  /// Reads what the store shows of a key.
  package typealias Values = (UTF8String) -> StateValue?

  package let settings: ScopeSettings
  package internal(set) var phase = ScopePhase.offline
  /// The name of the history; nil until there was one.
  package internal(set) var id: Chain?
  /// How far the log has been applied.
  package internal(set) var cursor: FleetCursor?
  /// The life under which new requests are numbered.
  package internal(set) var life: Life
  /// How often the engine had lost a part of its history.
  package internal(set) var forks = 0
  /// How many revisions it was ahead of the engine the last time; 0 where others had written more since.
  package private(set) var lastLead: UInt64 = 0
  /// What of others was passed over.
  package internal(set) var foreignKeys = ForeignKeys()
  /// How many accepted changes were dropped.
  package internal(set) var rejections = 0
  /// How long its requests took.
  package internal(set) var roundTrips = RoundTrips()

  var outbox = Outbox()
  var overlay = Overlay()
  /// Whether requests are pending that the overlay does not have: a snapshot was thought to have them.
  var overlayIsIncomplete = false
  var stage: SnapshotStage?
  var tail: TailStage?
  let reader = ScopeReader()

  /// What stood for the scope's prefixes when the values were taken.
  var coverage: UInt64

  var session: UInt32 = 0
  /// The revision that ends the tail phase.
  var goal: UInt64 = 0
  /// The next request to look at for sending, and how many are on their way.
  var sendNext: Outbox.Ordinal = 0
  var inFlight = 0
  /// When the first is sent again that found no room for its action, and its number since it was.
  var roomCheck: UInt64?
  var probe: RequestNumber?
  /// Requests that had no effect as of a revision, which the cursor has not reached.
  var awaitedRevisions: [(revision: UInt64, ordinal: Outbox.Ordinal)] = []
  /// Where the log broke last, and how often in a row.
  var breakRevision: UInt64 = 0
  var breakCount = 0

  /// What the journal kept as settled has been so since then, for all that is known.
  var startedAt: UInt64 = 0
  /// Since when it is not live; nil while it is.
  var awaySince: UInt64? = 0
  /// When the answer to a join that is due was asked for, and when the last good one was.
  var joinAsked: UInt64?
  /// By life, the highest number of which the engine was known to have decided when it was asked.
  var decidedWhenAsked: [Life: UInt64] = [:]
  /// When the link has said something last.
  var heard: UInt64 = 0
  var verified: UInt64 = 0
  var nextVerify: UInt64 = 0
  var isStale = false
  /// When those who wait for the fleet get the answer that it is out of reach; nil if none may.
  var answerDue: UInt64?
  var wakeTime: UInt64?

  /// What the present event has brought about.
  var turn = ScopeTurn()

  /// A scope as the journal has it, or a new one. The life must be new and random.
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

  /// What a join asks the engine in the present session, besides those that the machine asks for.
  package var question: (session: UInt32, cursor: FleetCursor?, lives: [Life])? {
    phase == .live ? (session, cursor, Array(outbox.lives.keys)) : nil
  }

  /// The changes that wait for the fleet at one time, of which some may be through.
  package struct Backlog: Sendable {
    /// Behind the last of them in the order of acceptance.
    fileprivate let end: Outbox.Ordinal
    /// One that was not through when it was asked last.
    fileprivate var next: RequestNumber?
  }

  /// Those of now.
  package var backlog: Backlog { Backlog(end: outbox.all.upperBound) }

  /// Whether all of them are through, however many came behind them.
  package func isThrough(_ backlog: inout Backlog) -> Bool {
    let end = backlog.end
    func waits(_ request: OutboxRequest) -> Bool { request.isPending && request.accepted < end }
    if outbox.pendingChanges == 0 { return true }
    // Usually it is the one that it was before.
    if let ordinal = backlog.next.flatMap({ outbox.ordinal(of: $0) }), waits(outbox[ordinal]) {
      return false
    }
    backlog.next = outbox.all.lazy.map { outbox[$0] }.first(where: waits)?.number
    return backlog.next == nil
  }

  /// How many changes wait for the fleet.
  package var queuedChanges: Int { outbox.pendingChanges }
  /// How many requests are kept.
  package var keptRequests: Int { outbox.count }

  /// Shows what the journal kept: the store then has the fleet's values, and gets this daemon's own
  /// changes on top.
  package mutating func start(at now: UInt64, _ values: Values) -> [ScopeAction] {
    startedAt = now
    awaySince = now
    rebuildOverlay(from: nil, values)
    return finish(now)
  }

  /// Takes in one event. `values` reads the store, in which all actions of earlier events are done.
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

  /// The engine's history is another one, or ends before the revision that this daemon has.
  mutating func noteFork(at revision: UInt64, _ head: UInt64) {
    forks += 1
    lastLead = revision > head ? revision - head : 0
  }
}

/// What the journal has of a scope.
package struct ScopeRecord: Hashable, Sendable {
  package var place: FleetChangeSet.Place?
  /// In the order in which they were added.
  package var requests: [KeptRequest]
  /// Requests of which the journal has no more than the number.
  package var unreadable: [RequestNumber]
  /// How many dropped changes were reported, and the reports not fetched.
  package var reported: Int

  package init(
    place: FleetChangeSet.Place? = nil, requests: [KeptRequest] = [],
    unreadable: [RequestNumber] = [], reported: Int = 0
  ) {
    self.place = place
    self.requests = requests
    self.unreadable = unreadable
    self.reported = reported
  }

  /// The requests life by life, those of one in the order of their numbers: one that is kept only once it
  /// is answered is added behind later ones.
  fileprivate var inOrder: [KeptRequest] {
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
