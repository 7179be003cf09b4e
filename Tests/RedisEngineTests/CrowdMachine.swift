import ButtonModel
import FleetLink
import NIOCore
import NIOPosix
import RedisEngine
import TestSupport

/// One machine of a crowd: a session of a scope and the daemon's side of it, which speak to each other
/// without the daemon's socket.
actor CrowdMachine {
  private let number: Int
  private let goal: CrowdGoal
  /// Counts how often it did not reach the engine.
  private let failures: CrowdGoal
  private let session: ScopeSession
  private let reports: AsyncStream<SessionReport>
  /// Carries out what the daemon's side wants, in its order.
  private let orders: AsyncStream<SessionOrder>.Continuation
  private let performing: Task<Void, Never>
  private var link: ScopeLink
  private var values: [UTF8String: StateValue] = [:]
  private var tasks: [Task<Void, Never>] = []
  private var alarm: Task<Void, Never>?
  private var tickets: UInt64 = 0
  private var failureCount: UInt64 = 0

  init(
    _ number: Int, _ settings: SessionSettings, _ keys: ScopeKeys, _ goal: CrowdGoal,
    failures: CrowdGoal
  ) {
    self.number = number
    self.goal = goal
    self.failures = failures
    let (reports, sink) = AsyncStream.makeStream(of: SessionReport.self)
    let (wanted, orders) = AsyncStream.makeStream(of: SessionOrder.self)
    let session = ScopeSession(keys, settings, on: MultiThreadedEventLoopGroup.singleton) {
      sink.yield($0)
    }
    self.session = session
    self.reports = reports
    self.orders = orders
    performing = Task { for await order in wanted { await session.perform(order) } }
    let scope = ScopeSettings(
      name: UTF8String(keys.scope), keys: [ScopeSettings.Prefix("n", .count)])
    link = ScopeLink(scope, life: Life(rawValue: .random(in: 1 ... .max)))
  }

  /// Begins to share the scope.
  func start() {
    perform(link.start(at: Deadline.now) { values[$0] })
    let session = session
    tasks = [
      Task { await session.run() },
      Task { for await report in self.reports { self.take(report) } },
    ]
  }

  /// Leaves the scope.
  func end() {
    for task in tasks { task.cancel() }
    alarm?.cancel()
    orders.finish()
  }

  /// After the end of its session: follows the log over a connection that carries nothing but XREAD, with
  /// all that a machine does with it.
  func follow(on reader: EngineConnection, _ keys: ScopeKeys) async throws {
    guard let session = link.question?.session, let cursor = link.cursor else { return }
    var tail = ScopeTail(keys, after: cursor.revision)
    while !Task.isCancelled {
      let entries = try await tail.next(on: reader)
      if !entries.isEmpty { handle(.entries(session: session, entries)) }
    }
  }

  /// Adds one to a key.
  func add(to key: UTF8String) {
    tickets += 1
    let operation = StateOperation(key: key, kind: .increment(by: .int(1)))
    handle(.change(ScopeChange(ticket: tickets, [operation])))
  }

  /// What it shows of a key, and where it is.
  func look(at key: UTF8String) -> (value: StateValue?, cursor: FleetCursor?) {
    (values[key], link.cursor)
  }

  private func take(_ report: SessionReport) {
    switch report {
    case .attached: handle(.attached)
    case .joined(let session, let reply): handle(.joined(session: session, reply))
    case .page(let session, let fields, let head):
      handle(.page(session: session, fields, head: head))
    case .entries(let session, let entries): handle(.entries(session: session, entries))
    case .outcome(let session, let number, let answer):
      handle(.outcome(session: session, number, answer))
    case .actions: break
    case .lost:
      handle(.lost)
      failureCount += 1
      failures.note(number, at: failureCount)
    }
  }

  private func handle(_ event: ScopeEvent) {
    perform(link.handle(event, at: Deadline.now) { values[$0] })
    goal.note(number, at: link.phase == .live ? link.cursor?.revision : nil)
  }

  private func perform(_ actions: [ScopeAction]) {
    for action in actions {
      switch action {
      case .join(let session, let cursor, let lives):
        orders.yield(.join(session: session, cursor, lives))
      case .snapshot(let session, let revision):
        orders.yield(.snapshot(session: session, after: revision))
      case .tail(let session, let cursor):
        orders.yield(.tail(session: session, after: cursor.revision))
      case .submit(let session, let submission):
        orders.yield(
          .submit(
            session: session,
            FleetRequest(
              submission.number, oldestOpen: submission.oldestOpen,
              condition: submission.condition, submission.operations)))
      case .apply(let set):
        if set.replacesAll { values = [:] }
        for change in set.changes { values[change.key] = change.shown }
      case .wake(let time): wake(at: time)
      case .journal, .answer, .reject, .mark: break
      }
    }
  }

  private func wake(at time: UInt64?) {
    alarm?.cancel()
    guard let time else { return }
    let wait = time - min(time, Deadline.now)
    alarm = Task {
      try? await Task.sleep(nanoseconds: wait)
      if !Task.isCancelled { self.handle(.tick) }
    }
  }
}
