import ButtonModel
import FleetEngineModel

@testable import FleetLink

/// A scope's machine with its store, and the engine's model as its other end. What the machine asks of
/// the engine waits in `asked` until the test lets it through.
final class ScopeRig {
  static let second: UInt64 = 1_000_000_000
  static let foreignLife = Life(rawValue: 0xF)

  var link: ScopeLink
  var engine = FleetEngineModel(id: Chain(rawValue: 0xC0FFEE))
  var now: UInt64 = 100 * second
  private(set) var asked: [ScopeAction] = []
  private(set) var answers: [UInt64: ScopeAnswer] = [:]
  private(set) var rejections: [Rejection] = []
  private(set) var shown: [UTF8String: StateValue] = [:]
  private(set) var committed: [UTF8String: StateValue] = [:]
  private(set) var changeSets: [FleetChangeSet] = []
  private(set) var isStale = false
  private(set) var wakeTime: UInt64?
  /// What the journal has.
  private(set) var record = ScopeRecord()

  private var lives: UInt64 = 1
  private var tickets: UInt64 = 0
  private var foreignNumbers: UInt64 = 0
  private var position: UInt64 = 0

  static var settings: ScopeSettings {
    ScopeSettings(
      name: "shop",
      keys: [
        .init("stock", .count), .init("note", .yield), .init("sign", .overwrite), .init("open"),
      ],
      buttons: [.init("menu", .yield)], definitions: [.init("menu", .yield)])
  }

  init(_ settings: ScopeSettings = settings) {
    link = ScopeLink(settings, life: Life(rawValue: 1))
  }

  // MARK: - Events

  func handle(_ event: ScopeEvent) { perform(link.handle(event, at: now) { shown[$0] }) }

  /// Time passes, with a tick wherever the machine asked for one.
  func wait(_ seconds: Double) {
    let end = now + UInt64(seconds * 1e9)
    while let time = wakeTime, time <= end {
      now = max(now, time)
      wakeTime = nil
      handle(.tick)
      run()
    }
    now = end
  }

  /// Time passes, and nothing that is asked is answered.
  func waitUnanswered(_ seconds: Double) {
    let end = now + UInt64(seconds * 1e9)
    while let time = wakeTime, time <= end {
      now = max(now, time)
      wakeTime = nil
      handle(.tick)
    }
    now = end
  }

  /// What was asked so far is lost on its way.
  func forgetAsked() { asked = [] }

  /// Starts as a copy of what another journal has.
  func take(_ record: ScopeRecord, life: Life) {
    self.record = record
    link = ScopeLink(link.settings, life: life, record: record)
    perform(link.start(at: now) { shown[$0] })
  }

  func attach() { handle(.attached) }

  /// Lets everything through until nothing happens any more.
  func run() {
    while let action = asked.first {
      asked.removeFirst()
      pass(action)
      if asked.isEmpty { readLog() }
    }
    readLog()
  }

  /// Lets the next thing that was asked through.
  func passFirst() {
    if !asked.isEmpty { pass(asked.removeFirst()) }
  }

  /// Attaches and catches up.
  func connect() {
    attach()
    run()
  }

  /// The connection is cut: what was asked is lost.
  func cut() {
    asked = []
    handle(.lost)
  }

  /// Ends the daemon at once, and starts it again from its journal.
  func kill() {
    asked = []
    lives += 1
    link = ScopeLink(link.settings, life: Life(rawValue: lives), record: record)
    shown = committed
    perform(link.start(at: now) { shown[$0] })
  }

  /// The engine performs the next thing that was asked, and its answer is lost.
  func passWithoutAnswer() {
    guard let action = asked.first else { return }
    asked.removeFirst()
    if case .submit(_, let submission) = action { _ = apply(submission) }
  }

  /// What was asked over a connection that is gone reaches the engine all the same.
  func passLate(_ actions: [ScopeAction]) {
    for case .submit(_, let submission) in actions { _ = apply(submission) }
  }

  /// What is answered to the next thing that was asked, without handing it over.
  func takeAnswer() -> ScopeEvent? {
    guard case .submit(let session, let submission)? = asked.first else { return nil }
    asked.removeFirst()
    return .outcome(session: session, submission.number, apply(submission))
  }

  @discardableResult
  func change(
    _ operations: [StateOperation], isConditional: Bool = false, waitsForFleet: Bool = false
  ) -> UInt64 {
    tickets += 1
    handle(
      .change(
        ScopeChange(
          ticket: tickets, operations, isConditional: isConditional, waitsForFleet: waitsForFleet)))
    return tickets
  }

  /// A button performs its action.
  @discardableResult
  func act(_ button: UTF8String, _ operations: StateOperation..., text: UTF8String = "{}") -> UInt64
  {
    tickets += 1
    let effect = FleetEffect.action(button: button, text: text)
    handle(.change(ScopeChange(ticket: tickets, operations, effect: effect)))
    return tickets
  }

  /// A consumer ends a delivery.
  @discardableResult
  func finish(_ delivery: FleetDelivery, _ operations: StateOperation...) -> UInt64 {
    tickets += 1
    handle(.change(ScopeChange(ticket: tickets, operations, effect: .done(delivery))))
    return tickets
  }

  @discardableResult
  func change(_ key: UTF8String, _ kind: StateOperation.Kind) -> UInt64 {
    change([StateOperation(key: key, kind: kind)])
  }

  func answer(_ ticket: UInt64) -> ScopeAnswer? { answers[ticket] }

  // MARK: - Others

  /// Another daemon changes a key.
  @discardableResult
  func other(_ key: UTF8String, _ kind: StateOperation.Kind) -> EngineAnswer {
    foreignNumbers = (engine.lives[ScopeRig.foreignLife]?.last ?? 0) + 1
    let operation = FleetOperation(StateOperation(key: key, kind: kind))
    return engine.apply(
      FleetRequest(
        RequestNumber(ScopeRig.foreignLife, foreignNumbers), [operation].compactMap { $0 }))
  }

  /// The value that the engine has.
  func fleet(_ key: UTF8String) -> String? { engine.fields[key]?.value?.string }

  /// Hands over what the log has beyond what was handed over.
  func readLog() {
    guard link.phase == .live || link.phase == .tail || link.phase == .snapshot else { return }
    let entries = Array(engine.entries(after: position))
    guard let last = entries.last else { return }
    position = last.revision
    handle(.entries(session: link.session, entries))
  }

  // MARK: - Actions

  private func pass(_ action: ScopeAction) {
    switch action {
    case .join(let session, let cursor, let lives):
      handle(.joined(session: session, engine.join(cursor, lives: lives)))
    case .submit(let session, let submission):
      handle(.outcome(session: session, submission.number, apply(submission)))
    case .snapshot(let session, let revision):
      position = revision
      handle(.page(session: session, engine.snapshot(), head: engine.head))
    case .tail(_, let cursor): position = cursor.revision
    case .apply, .journal, .answer, .reject, .mark, .wake: break
    }
  }

  private func apply(_ submission: Submission) -> EngineAnswer {
    engine.perform(
      FleetRequest(
        submission.number, oldestOpen: submission.oldestOpen, condition: submission.condition,
        submission.operations, effect: submission.effect, actionLimit: submission.actionLimit))
  }

  private func perform(_ actions: [ScopeAction]) {
    for action in actions {
      switch action {
      case .apply(let set): apply(set)
      case .journal(let changes): for change in changes { journal(change) }
      case .answer(let ticket, let answer): answers[ticket] = answer
      case .reject(let rejection):
        rejections.append(rejection)
        // The journal has the report in its place.
        record.requests.removeAll { $0.number == rejection.row }
      case .mark(let isStale): self.isStale = isStale
      case .wake(let time): wakeTime = time
      case .join, .snapshot, .tail, .submit: asked.append(action)
      }
    }
  }

  private func apply(_ set: FleetChangeSet) {
    changeSets.append(set)
    if set.replacesAll {
      committed = [:]
      shown = [:]
    }
    for change in set.changes {
      committed[change.key] = change.committed
      shown[change.key] = change.shown
    }
    if let place = set.place { record.place = place }
  }

  private func journal(_ change: OutboxChange) {
    switch change {
    case .put(let request):
      if let index = record.requests.firstIndex(where: { $0.number == request.number }) {
        record.requests[index] = request
      } else {
        record.requests.append(request)
      }
    case .remove(let number): record.requests.removeAll { $0.number == number }
    }
  }
}
