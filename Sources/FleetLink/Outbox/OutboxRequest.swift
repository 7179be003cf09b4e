import ButtonModel

/// A request from its acceptance until it is stable: new, sent, answered, settled.
struct OutboxRequest {
  /// Why a request is withdrawn: its number is used up without it, unless the engine has it
  /// already.
  enum Withdrawal {
    case cancelled
    case rejected(Rejection.Reason)
  }

  var number: RequestNumber
  /// The number that the client knows.
  var origin: RequestNumber
  /// The lowest number of its life that was kept when it was made.
  var oldestOpen: UInt64 = 1
  /// As the client sent them, merges included.
  var wanted: [StateOperation]
  /// As sent to the engine: without merges, and empty if the number is only to be used up.
  var operations: [StateOperation]
  var effect: FleetEffect?
  var keyClass: KeyClass
  var seen: [JournaledRequest.Sight]?
  var ticket: UInt64?

  /// It may have left the daemon.
  var wasSent = false
  /// The first time in this run of the daemon; 0 for never.
  var sentAt: UInt64 = 0
  /// Its client knows that the fleet has it.
  var wasAnswered = false
  /// Its client got its number instead of an answer, and may ask how it ended.
  var wasTimedOut = false
  /// It was reported as dropped; the journal has the report in its place.
  var wasReported = false
  var isJournaled = false
  /// Sent in this session, and not answered.
  var isInFlight = false
  /// The link has reported the outcome.
  var isConfirmed = false
  /// It is on the engine's disk, according to the engine.
  var isSynced = false
  var outcome: RequestOutcome?
  /// The values at the cursor have its effect.
  var isInValues = false
  /// The revision of its entry, if the values had it before the daemon started.
  var keptRevision: UInt64?
  var withdrawal: Withdrawal?
  /// Only waits to be forgotten, once it is first in the outbox.
  var isDone = false
  /// The engine had decided it at the join, so only its outcome is asked for.
  var isThere = false
  var settledAt: UInt64 = 0
  /// The revision that the cursor must have before it is sent.
  var notBefore: UInt64 = 0
  /// There was no room for its action.
  var needsRoom = false
  /// Its place in the order of acceptance, which stays when it moves; set by the outbox.
  var accepted: Outbox.Ordinal = -1
  /// How often the engine had lost its history when the request was made.
  var forks = 0
  /// How often a merge has been recomputed.
  var attempts = 0

  init(
    _ number: RequestNumber, _ operations: [StateOperation], _ keyClass: KeyClass,
    effect: FleetEffect? = nil
  ) {
    self.number = number
    origin = number
    wanted = operations
    self.operations = operations
    self.keyClass = keyClass
    self.effect = effect
  }

  /// Only its number is of use.
  var isVoid: Bool { operations.isEmpty && effect == nil }

  /// Its share of the limit of changes.
  var changes: Int { max(operations.count, effect == nil ? 0 : 1) }

  /// Leaves nothing but the number.
  mutating func empty() {
    operations = []
    seen = nil
    effect = nil
    needsRoom = false
  }

  /// Its operations show before the fleet has them.
  var isShown: Bool { keyClass != .refuse }

  /// Its operations may still have an effect that the values do not have.
  var isPending: Bool {
    if isDone || isInValues || isVoid { return false }
    switch outcome {
    case nil, .ok, .same: return true
    case .conflict, .unknown, .fork, .bad, .lost, .full: return false
    }
  }

  /// Only its outcome is asked for, by its number and without its operations: its condition was
  /// judged at the time, and must not be left out if the engine has lost the request since.
  var isQuestion: Bool { isThere && seen != nil }

  /// The revision of its entry, if it was answered with one and the entry has not arrived.
  var awaitedRevision: UInt64? {
    if case .ok(let revision)? = outcome, !isInValues { revision } else { nil }
  }

  /// The revision of its entry, if the values have it.
  var ownRevision: UInt64? {
    guard isInValues else { return nil }
    if let keptRevision { return keptRevision }
    return if case .ok(let revision)? = outcome { revision } else { nil }
  }

  /// The engine has decided, and the values show it.
  var isSettled: Bool {
    switch outcome {
    case nil: false
    case .ok, .same: isInValues || isVoid
    case .conflict, .unknown, .fork, .bad, .lost, .full: true
    }
  }

  /// Computed when it is sent: a merge that does not show before.
  var isRecomputed: Bool {
    !isShown && wanted.contains { if case .merge = $0.kind { true } else { false } }
  }

  /// Each key once.
  var keys: [UTF8String] {
    if operations.count == 1 { return [operations[0].key] }
    var keys: [UTF8String] = []
    var known: Set<UTF8String> = []
    for operation in operations where known.insert(operation.key).inserted {
      keys.append(operation.key)
    }
    return keys
  }

  /// It only sets and removes, so that a later request with the same keys replaces it.
  var isPlain: Bool {
    wanted.allSatisfy {
      switch $0.kind {
      case .set, .remove: true
      case .increment, .toggle, .append, .merge: false
      }
    }
  }

  /// Approximate memory.
  var bytes: Int {
    var bytes = 256 + (effect?.bytes ?? 0)
    for operation in wanted { bytes += 64 + operation.key.bytes.count + operation.argumentBytes }
    for sight in seen ?? [] { bytes += 32 + sight.key.bytes.count + (sight.value?.bytes ?? 0) }
    return bytes
  }

  /// What the journal must have; nil if the request need not outlive the daemon, such as an
  /// unanswered change.
  var kept: JournaledRequest? {
    guard !isDone, !wasReported, isShown || wasAnswered || wasTimedOut else { return nil }
    var reason: Rejection.Reason?
    if case .rejected(let why)? = withdrawal { reason = why }
    if isVoid, reason == nil, !wasTimedOut { return nil }
    return JournaledRequest(
      number: number, origin: origin, oldestOpen: oldestOpen,
      operations: reason == nil && !isRecomputed ? operations : wanted,
      keyClass: keyClass,
      effect: effect, seen: seen, isInValues: isInValues, revision: ownRevision,
      withdrawal: reason)
  }
}

extension RequestOutcome {
  var isSame: Bool { if case .same = self { true } else { false } }
}

extension StateOperation {
  var argumentBytes: Int {
    switch kind {
    case .set(let value), .append(let value), .merge(let value), .increment(let value):
      value.bytes
    case .remove, .toggle: 0
    }
  }
}

extension StateValue {
  var bytes: Int {
    switch self {
    case .string(let text), .json(let text): text.bytes.count
    case .null, .bool, .int, .double: 8
    }
  }
}
