import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// What each event does in each phase.
@Suite struct PhaseTests {
  enum Start: String, CaseIterable {
    case offline, asking, snapshot, tail, live, foreign, refused
  }

  enum Event: String, CaseIterable {
    case attached, lost, joined, foreignJoined, page, entries, gap, stale, queued, refuse, tick,
      adopt
  }

  /// A scope in a phase: a key at revision 2, and where it is useful an entry that is not read yet.
  private func rig(in start: Start) -> ScopeRig {
    let rig = ScopeRig()
    rig.other("stock.a", .set(.int(1)))
    rig.other("stock.b", .set(.int(1)))
    switch start {
    case .offline:
      rig.connect()
      rig.cut()
    case .asking:
      rig.connect()
      rig.cut()
      rig.attach()
    case .snapshot:
      rig.attach()
      rig.handle(.joined(session: rig.link.session, rig.engine.join(nil)))
    case .tail:
      rig.connect()
      rig.cut()
      rig.other("stock.b", .set(.int(2)))
      rig.attach()
      let lives = [rig.link.life]
      rig.handle(
        .joined(session: rig.link.session, rig.engine.join(rig.link.cursor, lives: lives)))
    case .live: rig.connect()
    case .foreign:
      rig.connect()
      rig.cut()
      rig.attach()
      rig.handle(.joined(session: rig.link.session, Self.foreignReply))
    case .refused:
      rig.connect()
      let number = RequestNumber(ScopeRig.foreignLife, 99)
      let chain = rig.engine.head.chain.adding(number, "price..a 1")
      let entry = LogEntry(revision: 3, request: number, chain: chain, changes: "price..a 1")
      rig.handle(.entries(session: rig.link.session, [entry]))
    }
    rig.forgetAsked()
    return rig
  }

  private static let foreignReply = FleetEngineModel(id: Chain(rawValue: 0xBAD)).join(nil)

  private func send(_ event: Event, to rig: ScopeRig) {
    let session = rig.link.session
    let number = RequestNumber(rig.link.life, 1)
    switch event {
    case .attached: rig.handle(.attached)
    case .lost: rig.handle(.lost)
    case .joined:
      let reply = rig.engine.join(rig.link.cursor, lives: [rig.link.life])
      rig.handle(.joined(session: session, reply))
    case .foreignJoined: rig.handle(.joined(session: session, Self.foreignReply))
    case .page:
      rig.handle(.page(session: session, rig.engine.snapshot(), head: rig.engine.head))
    case .entries:
      let after = rig.link.cursor?.revision ?? 2
      rig.other("stock.c", .set(.int(3)))
      rig.handle(.entries(session: session, Array(rig.engine.entries(after: after))))
    case .gap:
      rig.change("stock.a", .increment(by: .int(1)))
      rig.handle(.outcome(session: session, number, .gap(last: 0)))
    case .stale: rig.handle(.entries(session: session &- 1, Array(rig.engine.entries(after: 0))))
    case .queued: rig.change("stock.a", .increment(by: .int(1)))
    case .refuse: rig.change("open.a", .set(.int(1)))
    case .tick:
      rig.now += 60 * ScopeRig.second
      rig.handle(.tick)
    case .adopt: rig.handle(.adopt)
    }
  }

  /// The phase after an event, and what is asked of the engine: for each phase a row, for each event a
  /// column.
  private static let table: [Start: [Event: String]] = [
    .offline: [
      .attached: "asking join", .lost: "offline", .joined: "offline", .foreignJoined: "offline",
      .page: "offline", .entries: "offline", .gap: "offline", .stale: "offline",
      .queued: "offline", .refuse: "offline", .tick: "offline", .adopt: "offline",
    ],
    .asking: [
      .attached: "asking join", .lost: "offline", .joined: "live tail", .foreignJoined: "foreign",
      .page: "asking", .entries: "asking", .gap: "asking", .stale: "asking", .queued: "asking",
      .refuse: "asking", .tick: "asking", .adopt: "asking",
    ],
    .snapshot: [
      .attached: "asking join", .lost: "offline", .joined: "snapshot",
      .foreignJoined: "snapshot", .page: "live", .entries: "snapshot", .gap: "snapshot",
      .stale: "snapshot", .queued: "snapshot", .refuse: "snapshot", .tick: "snapshot",
      .adopt: "snapshot",
    ],
    .tail: [
      .attached: "asking join", .lost: "offline", .joined: "tail", .foreignJoined: "tail",
      .page: "tail", .entries: "live", .gap: "asking join", .stale: "tail", .queued: "tail",
      .refuse: "tail", .tick: "tail join", .adopt: "tail",
    ],
    .live: [
      .attached: "asking join", .lost: "offline", .joined: "live", .foreignJoined: "live",
      .page: "live", .entries: "live", .gap: "asking submit join", .stale: "live",
      .queued: "live submit", .refuse: "live submit", .tick: "live join", .adopt: "live",
    ],
    .foreign: [
      .attached: "asking join", .lost: "foreign", .joined: "foreign", .foreignJoined: "foreign",
      .page: "foreign", .entries: "foreign", .gap: "foreign", .stale: "foreign",
      .queued: "foreign", .refuse: "foreign", .tick: "foreign", .adopt: "asking join",
    ],
    .refused: [
      .attached: "refused", .lost: "refused", .joined: "refused", .foreignJoined: "refused",
      .page: "refused", .entries: "refused", .gap: "refused", .stale: "refused",
      .queued: "refused", .refuse: "refused", .tick: "refused", .adopt: "asking join",
    ],
  ]

  @Test(arguments: Start.allCases, Event.allCases)
  func anEventInAPhaseDoesWhatTheTableSays(_ start: Start, _ event: Event) {
    let rig = rig(in: start)
    send(event, to: rig)
    let words = [rig.link.phase.word] + rig.asked.map(\.word)
    #expect(words.joined(separator: " ") == Self.table[start]?[event])
  }

  /// However the log is cut up.
  @Test func whatWasMissedIsOneChangeSet() {
    let rig = missing(4)
    let seen = rig.changeSets.count
    for entry in rig.engine.entries(after: 2) {
      #expect(rig.shown["stock.b"] == .int(1))
      rig.handle(.entries(session: rig.link.session, [entry]))
    }
    #expect(rig.link.phase == .live && rig.shown["stock.b"] == .int(5))
    #expect(rig.changeSets.count == seen + 1)
  }

  @Test func whatCameBeforeACutIsKept() {
    let rig = missing(4)
    let seen = rig.changeSets.count
    let entries = Array(rig.engine.entries(after: 2))
    rig.handle(.entries(session: rig.link.session, Array(entries.prefix(3))))
    rig.cut()
    #expect(rig.shown["stock.b"] == .int(4) && rig.link.cursor?.revision == 5)
    #expect(rig.changeSets.count == seen + 1)
    rig.connect()
    #expect(rig.link.phase == .live && rig.shown["stock.b"] == .int(5))
  }

  /// A scope that has joined again, and has some changes of a key to read, which was 1.
  private func missing(_ count: Int64) -> ScopeRig {
    let rig = rig(in: .offline)
    for value in 0..<count { rig.other("stock.b", .set(.int(value + 2))) }
    rig.attach()
    let reply = rig.engine.join(rig.link.cursor, lives: [rig.link.life])
    rig.handle(.joined(session: rig.link.session, reply))
    rig.forgetAsked()
    return rig
  }
}

extension ScopePhase {
  fileprivate var word: String {
    switch self {
    case .offline: "offline"
    case .asking: "asking"
    case .snapshot: "snapshot"
    case .tail: "tail"
    case .live: "live"
    case .foreign: "foreign"
    case .refused: "refused"
    }
  }
}

extension ScopeAction {
  fileprivate var word: String {
    switch self {
    case .join: "join"
    case .snapshot: "snapshot"
    case .tail: "tail"
    case .submit: "submit"
    case .apply, .journal, .answer, .reject, .mark, .wake: "?"
    }
  }
}
