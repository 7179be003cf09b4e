import ButtonModel

/// A request from its acceptance until it is stable: new, sent, answered, settled.
struct OutboxRequest {
  /// Why a request is withdrawn: its number is used up without it, unless the engine has it already.
  enum Withdrawal {
    case cancelled
    case rejected(Rejection.Reason)
  }

  var number: RequestNumber
  /// The number under which the client knows it.
  var origin: RequestNumber
  /// The lowest number of its life that was kept when it was made.
  var oldestOpen: UInt64 = 1
  /// What the client wanted, merges included.
  var wanted: [StateOperation]
  /// What is sent: without merges, and empty once the number is only to be used up.
  var operations: [StateOperation]
  /// What it does beside its operations.
  var effect: FleetEffect?
  var keyClass: KeyClass
  var seen: [KeptRequest.Sight]?
  var ticket: UInt64?

  /// Whether it may have left the daemon.
  var wasSent = false
  /// When it was sent for the first time; 0 if this run of the daemon has not.
  var sentAt: UInt64 = 0
  /// Whether its client knows that the fleet has it.
  var wasAnswered = false
  /// Whether its client has got its number instead of an answer, and may ask how it ended.
  var wasTimedOut = false
  /// Whether it was reported as dropped: then the report is kept in its place.
  var wasReported = false
  /// Whether the journal has a record of it.
  var isJournaled = false
  /// Whether it is on its way in this session.
  var isInFlight = false
  /// Whether the link has said the outcome.
  var isConfirmed = false
  /// Whether it is on the engine's disk, for all that the engine says.
  var isSynced = false
  /// What the engine answered, or its entry says.
  var outcome: RequestOutcome?
  /// Whether the values at the cursor have its effect.
  var isInValues = false
  /// The revision of its entry, if the values had it before the daemon was started.
  var keptRevision: UInt64?
  var withdrawal: Withdrawal?
  /// Nothing but to be forgotten once it is first in the outbox.
  var isDone = false
  /// Whether the engine had decided it at the join, so that it is only asked for.
  var isThere = false
  /// When it was settled.
  var settledAt: UInt64 = 0
  /// Not sent before the cursor has this revision.
  var notBefore: UInt64 = 0
  /// Whether there was no room for its action.
  var needsRoom = false
  /// Its place in the order in which requests were accepted, also after it has moved; set by the outbox.
  var accepted: Outbox.Ordinal = -1
  /// How often the engine had lost its history when the request was made.
  var forks = 0
  /// How often a merge has been computed again.
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

  /// Whether only its number is of use.
  var isVoid: Bool { operations.isEmpty && effect == nil }

  /// How much it counts towards the bound of changes.
  var changes: Int { max(operations.count, effect == nil ? 0 : 1) }

  /// Leaves nothing but the number.
  mutating func empty() {
    operations = []
    seen = nil
    effect = nil
    needsRoom = false
  }

  /// Whether its operations show before the fleet has them.
  var isShown: Bool { keyClass != .refuse }

  /// Whether its operations may still have an effect that the values do not have.
  var isPending: Bool {
    if isDone || isInValues || isVoid { return false }
    switch outcome {
    case nil, .ok, .same: return true
    case .conflict, .unknown, .fork, .bad, .lost, .full: return false
    }
  }

  /// Whether only its outcome is asked for, under its number and without its operations: its condition
  /// was judged at the time, and must not be left out should the engine have lost it since.
  var isQuestion: Bool { isThere && seen != nil }

  /// The revision of its entry, if it was answered with it and the entry has not come by.
  var awaitedRevision: UInt64? {
    if case .ok(let revision)? = outcome, !isInValues { revision } else { nil }
  }

  /// The revision of its entry, if the values have it.
  var ownRevision: UInt64? {
    guard isInValues else { return nil }
    if let keptRevision { return keptRevision }
    return if case .ok(let revision)? = outcome { revision } else { nil }
  }

  /// Whether the engine has decided, and the values show it.
  var isSettled: Bool {
    switch outcome {
    case nil: false
    case .ok, .same: isInValues || isVoid
    case .conflict, .unknown, .fork, .bad, .lost, .full: true
    }
  }

  /// Whether it is computed when it is sent: a merge that does not show before.
  var isRecomputed: Bool {
    !isShown && wanted.contains { if case .merge = $0.kind { true } else { false } }
  }

  /// The keys of its operations, each once.
  var keys: [UTF8String] {
    if operations.count == 1 { return [operations[0].key] }
    var keys: [UTF8String] = []
    var known: Set<UTF8String> = []
    for operation in operations where known.insert(operation.key).inserted {
      keys.append(operation.key)
    }
    return keys
  }

  /// Whether it only sets and removes, so that a later one of the same keys replaces it.
  var isPlain: Bool {
    wanted.allSatisfy {
      switch $0.kind {
      case .set, .remove: true
      case .increment, .toggle, .append, .merge: false
      }
    }
  }

  /// About how much memory it takes.
  var bytes: Int {
    var bytes = 256 + (effect?.bytes ?? 0)
    for operation in wanted { bytes += 64 + operation.key.bytes.count + operation.argumentBytes }
    for sight in seen ?? [] { bytes += 32 + sight.key.bytes.count + (sight.value?.bytes ?? 0) }
    return bytes
  }

  /// What the journal must have; nil if it need not outlive the daemon, as a change without an answer.
  var kept: KeptRequest? {
    guard !isDone, !wasReported, isShown || wasAnswered || wasTimedOut else { return nil }
    var reason: Rejection.Reason?
    if case .rejected(let why)? = withdrawal { reason = why }
    if isVoid, reason == nil, !wasTimedOut { return nil }
    return KeptRequest(
      number: number, origin: origin, oldestOpen: oldestOpen,
      operations: reason == nil && !isRecomputed ? operations : wanted,
      keyClass: keyClass,
      effect: effect, seen: seen, isInValues: isInValues, revision: ownRevision,
      withdrawal: reason)
  }
}

extension RequestOutcome {
  /// Whether the request was performed without effect.
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
