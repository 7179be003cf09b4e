package import ButtonModel
package import FleetLink

/// What the functions of `buttond.lua` do to one scope, in memory: the same requests get the same
/// answers, and leave the same log and the same fields.
///
/// A value: a copy is the engine as it was, which an engine that lost its last seconds comes back as.
package struct FleetEngineModel: Sendable {
  /// The name of the history.
  package private(set) var id: Chain
  /// Up to which revision `btn_restore` has put the history back.
  package private(set) var restored: UInt64?
  /// How far the history goes.
  package private(set) var head: FleetCursor
  /// The entries that the log still has, oldest first, their revisions dense.
  package private(set) var log: [LogEntry] = []
  /// Each key that has a value or a tombstone.
  package private(set) var fields: [UTF8String: ModelField] = [:]
  /// What is remembered of each life.
  package private(set) var lives: [Life: ModelLife] = [:]
  /// How many bytes the log has, and from which of its entries on that is known.
  package private(set) var book = ModelBook()
  /// The sum over the fields.
  package private(set) var sum = StateSum()
  /// The actions that wait, and their consumer groups.
  package var actions = ModelActions()

  /// A new scope, as `btn_init` makes it.
  package init(id: Chain) {
    self.id = id
    head = FleetCursor(0, id)
  }

  /// The revision of the log's oldest entry; one beyond the head when the log is empty.
  package var oldest: UInt64 { log.first?.revision ?? head.revision + 1 }

  /// `btn_apply`. A request without operations uses its number up.
  package mutating func apply(_ request: FleetRequest) -> EngineAnswer {
    submit(request, check: { _ in nil }, finish: { _ in })
  }

  /// A request with what it does beside its operations.
  package mutating func perform(_ request: FleetRequest) -> EngineAnswer {
    switch request.effect {
    case nil: apply(request)
    case .action(_, let text)?: act(request, text, limit: request.actionLimit)
    case .done(let delivery)?: done(request, delivery)
    }
  }

  /// `btn_act`: the operations and the action are one.
  package mutating func act(
    _ request: FleetRequest, _ action: UTF8String, limit: Int
  ) -> EngineAnswer {
    submit(
      request,
      check: {
        if action.bytes.count > FleetEffect.maximumTextBytes { return .bad(index: 0) }
        return $0.actions.isFull(limit, adding: action) ? .full : nil
      },
      finish: { $0.actions.add(request.number, action, limit: limit) })
  }

  /// `btn_done`: the operations and the end of the delivery are one.
  package mutating func done(
    _ request: FleetRequest, _ delivery: FleetDelivery
  ) -> EngineAnswer {
    submit(
      request, check: { $0.actions.has(delivery) ? nil : .lost },
      finish: { $0.actions.finish(delivery.number, in: delivery.group) })
  }

  /// `btn_join`.
  package func join(_ cursor: FleetCursor?, lives names: [Life] = []) -> JoinReply {
    JoinReply(
      verdict: cursor.map { verdict(on: $0) } ?? .fresh, id: id, head: head, oldest: oldest,
      keyCount: fields.count,
      numbers: Dictionary(names.map { ($0, lives[$0]?.last ?? 0) }) { $1 }, restored: restored)
  }

  /// `btn_restore`: an engine that has nothing but the values of a history up to a place.
  package func restored(at place: FleetCursor, _ values: [UTF8String: UTF8String]) -> Self {
    var model = Self(id: id)
    model.restored = place.revision
    model.head = FleetCursor(place.revision + 1, Chain(rawValue: ~place.chain.rawValue))
    model.book = ModelBook(from: place.revision + 2)
    for (key, value) in values {
      model.fields[key] = ModelField(revision: place.revision, value: value)
      model.sum.add(key, value, revision: place.revision)
    }
    return model
  }

  /// What XREAD gives: at most `limit` entries with a revision beyond `revision`.
  package func entries(after revision: UInt64, limit: Int = .max) -> ArraySlice<LogEntry> {
    let first = revision < oldest ? 0 : Int(min(revision - oldest + 1, UInt64(log.count)))
    return log[first...].prefix(limit)
  }

  /// What HSCAN gives over all of its pages, in the order of the keys.
  package func snapshot() -> [SnapshotField] {
    fields.sorted { $0.key < $1.key }.map {
      SnapshotField(key: $0.key, revision: $0.value.revision, value: $0.value.value)
    }
  }

  /// The same without what it remembers of a life, as after 90 days.
  package func forgetting(_ life: Life) -> Self {
    var model = self
    model.lives[life] = nil
    return model
  }

  /// `btn_sweep` until its cursor is 0 again: how many tombstones went.
  package mutating func sweep() -> Int {
    let before = fields.count
    let oldest = oldest
    fields = fields.filter { $0.value.value != nil || $0.value.revision >= oldest }
    return before - fields.count
  }

  /// Drops all but the last entries of the log, as an administrator's XTRIM does.
  package mutating func trim(to count: Int) {
    log.removeFirst(max(0, log.count - count))
  }

  // MARK: -

  /// The most bytes of lines in the log.
  private static let logBytes = 8 << 20

  private func verdict(on cursor: FleetCursor) -> JoinVerdict {
    let known: Chain
    if cursor.revision == head.revision {
      known = head.chain
    } else if cursor.revision > head.revision {
      return .fork
    } else if cursor.revision == 0, oldest == 1 {
      known = id
    } else if cursor.revision >= oldest {
      known = log[Int(cursor.revision - oldest)].chain
    } else {
      return .trimmed
    }
    return known == cursor.chain ? .tail : .fork
  }

  private mutating func submit(
    _ request: FleetRequest, check: (inout Self) -> RequestOutcome?, finish: (inout Self) -> Void
  ) -> EngineAnswer {
    let life = lives[request.number.life] ?? ModelLife()
    let number = request.number.sequence
    if number <= life.last { return .duplicate(life.outcomes[number]) }
    if number > life.last + 1 { return .gap(last: life.last) }
    let outcome: RequestOutcome
    if let end = check(&self) ?? request.condition.flatMap({ objection(to: $0) }) {
      outcome = end
    } else {
      let result = ModelChange.compute(
        request.operations, on: fields, since: request.condition?.revision)
      switch result {
      case .failure(let failure):
        outcome = failure.outcome
      case .success(let change):
        outcome = change.lines.isEmpty ? .same(revision: head.revision) : add(change, request)
        finish(&self)
      }
    }
    lives[request.number.life] = life.adding(number, outcome, oldestOpen: request.oldestOpen)
    return .first(outcome)
  }

  private func objection(to condition: FleetCursor) -> RequestOutcome? {
    switch verdict(on: condition) {
    case .tail: nil
    case .trimmed: .unknown
    case .fork: .fork
    case .fresh: preconditionFailure("a condition is a cursor")
    }
  }

  private mutating func add(_ change: ModelChange, _ request: FleetRequest) -> RequestOutcome {
    let revision = head.revision + 1
    let chain = head.chain.adding(request.number, change.text)
    log.append(
      LogEntry(
        revision: revision, request: request.number, chain: chain, changes: change.text))
    book.bytes += change.text.bytes.count
    for line in change.lines {
      if let old = fields[line.key] {
        sum.subtract(line.key, old.value, revision: old.revision)
      }
      sum.add(line.key, line.value, revision: revision)
      fields[line.key] = ModelField(revision: revision, value: line.value)
    }
    head = FleetCursor(revision, chain)
    let floor = revision % 64 == 0 ? Int(revision) + 1 - request.logLength : 0
    if floor > 0 || book.bytes > Self.logBytes {
      book.shorten(&log, floor, Self.logBytes, next: revision + 1) { $0.changes.bytes.count }
    }
    return .ok(revision: revision)
  }
}

extension StateSum {
  /// Takes a field off that was added.
  fileprivate mutating func subtract(_ key: UTF8String, _ value: UTF8String?, revision: UInt64) {
    var field = StateSum()
    field.add(key, value, revision: revision)
    self = StateSum(self.value &- field.value)
  }
}
