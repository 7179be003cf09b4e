import ButtonModel
import TestSupport

@testable import FleetLink

/// A daemon with its store and its journal; killed, it comes back with what the journal has.
final class SimulatedDaemon {
  /// A change that the daemon accepted, as the checks know it.
  struct Accepted {
    let key: UTF8String
    let step: Int64
  }

  let name: Int
  let settings: ScopeSettings
  private(set) var link: ScopeLink
  private(set) var shown: [UTF8String: StateValue] = [:]
  private(set) var committed: [UTF8String: StateValue] = [:]
  private(set) var digest: UInt64 = 0

  private var place: FleetChangeSet.Place?
  private var kept: [JournaledRequest] = []

  /// The connection of the link, and how far its messages have been scheduled.
  var connection = 0
  var isConnected = false
  var sent: UInt64 = 0
  var received: UInt64 = 0
  /// How far the tail has been read.
  var position: UInt64 = 0
  var wakeTime: UInt64?

  /// All increments that were ever accepted.
  private(set) var increments: [RequestNumber: Accepted] = [:]
  /// What each conditional request's writer saw, by the text that it writes.
  private(set) var sights: [UTF8String: [JournaledRequest.Sight]] = [:]
  /// The texts that accepted sets and appends write, by number; of a coalesced set only the last.
  private(set) var texts: [RequestNumber: UTF8String] = [:]
  private var firstSights: [RequestNumber: [JournaledRequest.Sight]] = [:]
  private(set) var rejected: [RequestNumber: Rejection] = [:]
  /// Texts of requests that may wait for a connection.
  private var lasting: Set<UTF8String> = []
  /// Texts of requests by ticket that wait for an answer, and of those that were answered.
  var waiting: [UInt64: UTF8String] = [:]
  private(set) var answeredApplied: Set<UTF8String> = []
  private(set) var answeredNot: Set<UTF8String> = []
  private(set) var joins = 0
  private(set) var snapshots = 0
  private(set) var resent = 0
  private(set) var checks = 0

  init(_ name: Int, _ settings: ScopeSettings, life: Life) {
    self.name = name
    self.settings = settings
    link = ScopeLink(settings, life: life)
  }

  /// Ends it at once and starts it again from its journal.
  func kill(life: Life, at now: UInt64) throws -> [ScopeAction] {
    let requests = kept
    // A write that waited for the fleet gets its number known now; a later one may be put into it.
    for request in requests where firstSights[request.origin] == nil {
      guard case .set(.string(let text))? = request.operations.first?.kind else { continue }
      firstSights[request.origin] = sights[text]
    }
    link = ScopeLink(settings, life: life, record: ScopeRecord(place: place, requests: requests))
    shown = committed
    // What was not answered is nobody's any more; what was must be there in the end.
    waiting = [:]
    wakeTime = nil
    return try perform(link.start(at: now) { shown[$0] })
  }

  /// Hands an event to the link; returns what concerns the network.
  func handle(_ event: ScopeEvent, at now: UInt64) throws -> [ScopeAction] {
    try perform(link.handle(event, at: now) { shown[$0] })
  }

  private func perform(_ actions: [ScopeAction]) throws -> [ScopeAction] {
    var rest: [ScopeAction] = []
    for action in actions {
      switch action {
      case .apply(let set): apply(set)
      case .journal(let changes): for change in changes { journal(change) }
      case .answer(let ticket, let answer): answered(ticket, answer)
      case .reject(let rejection):
        guard rejected.updateValue(rejection, forKey: rejection.number) == nil else {
          throw Breach("\(rejection.number) rejected twice")
        }
        // The journal has the report in its place.
        kept.removeAll { $0.number == rejection.row }
      case .mark: break
      case .wake(let time): wakeTime = time
      case .join:
        joins += 1
        rest.append(action)
      case .snapshot:
        snapshots += 1
        rest.append(action)
      case .tail, .submit: rest.append(action)
      }
    }
    return rest
  }

  private func apply(_ set: FleetChangeSet) {
    if set.replacesAll {
      committed = [:]
      shown = [:]
      digest = 0
    }
    for change in set.changes {
      digest ^= SimulatedEngine.digest(change.key, committed[change.key]?.fleetText)
      digest ^= SimulatedEngine.digest(change.key, change.committed?.fleetText)
      committed[change.key] = change.committed
      shown[change.key] = change.shown
    }
    if let place = set.place { self.place = place }
  }

  private func journal(_ change: OutboxChange) {
    switch change {
    case .put(let request):
      if let index = kept.firstIndex(where: { $0.number == request.number }) {
        kept[index] = request
      } else {
        kept.append(request)
      }
    case .remove(let number): kept.removeAll { $0.number == number }
    }
  }

  private func answered(_ ticket: UInt64, _ answer: ScopeAnswer) {
    guard let text = waiting.removeValue(forKey: ticket) else { return }
    switch answer {
    case .applied: answeredApplied.insert(text)
    case .conflict, .unavailable, .invalid, .exceeds, .cancelled, .readOnly, .lost, .actionsFull:
      answeredNot.insert(text)
    case .timedOut(let number):
      // What shows goes on waiting, as what was answered at once, and a later one may be put into it.
      guard lasting.contains(text) else { return }
      firstSights[number] = sights[text]
      texts[number] = text
    case .accepted, .doubtful: break
    }
  }

  // MARK: - Changes

  /// Adds to a number, whatever the state of the link.
  func increment(_ key: UTF8String, by step: Int64, at now: UInt64) throws -> [ScopeAction] {
    let before = shown[key]
    let change = ScopeChange(
      ticket: 1, [StateOperation(key: key, kind: .increment(by: .int(step)))])
    let actions = link.handle(.change(change), at: now) { shown[$0] }
    let rest = try perform(actions)
    guard let number = accepted(1, actions) else { return rest }
    increments[number] = Accepted(key: key, step: step)
    guard shown[key] == .int((before?.number ?? 0) + step) else {
      throw Breach("daemon \(name) accepted \(number) and does not show it")
    }
    return rest
  }

  /// Writes a text that nobody else writes: as a value, or as an element of an array. With `waits` it is
  /// answered when the fleet has it.
  func write(
    _ kind: StateOperation.Kind, _ key: UTF8String, _ text: UTF8String,
    effect: FleetEffect? = nil, isConditional: Bool, waits: Bool, ticket: UInt64, at now: UInt64
  ) throws -> [ScopeAction] {
    let before = shown[key]
    waiting[ticket] = text
    sights[text] = [JournaledRequest.Sight(key: key, value: before)]
    let operation = StateOperation(key: key, kind: kind)
    if settings.keyClass(of: operation) != .refuse,
      effect.map({ settings.keyClass(of: $0) }) != .refuse
    {
      lasting.insert(text)
    }
    let change = ScopeChange(
      ticket: ticket, [operation], isConditional: isConditional, waitsForFleet: waits,
      effect: effect)
    let actions = link.handle(.change(change), at: now) { shown[$0] }
    let rest = try perform(actions)
    guard let number = accepted(ticket, actions) else { return rest }
    if let first = firstSights[number] { sights[text] = first }
    firstSights[number] = sights[text]
    texts[number] = text
    if case .set(let value) = kind, shown[key] != value {
      throw Breach("daemon \(name) accepted \(number) and does not show it")
    }
    return rest
  }

  private func accepted(_ ticket: UInt64, _ actions: [ScopeAction]) -> RequestNumber? {
    for case .answer(ticket, .accepted(let number)) in actions { return number }
    return nil
  }

  // MARK: - Checks

  /// The state at the cursor is the one that its chain stands for, and every number shows what the fleet
  /// has with each of the daemon's own increments once.
  func check(_ engine: SimulatedEngine) throws {
    guard let cursor = link.cursor else { return }
    guard engine.digests[cursor.chain] == digest else {
      throw Breach("daemon \(name) at \(cursor) has a state that never was")
    }
    guard engine.has(cursor) else { return }
    var due: [UTF8String: Int64] = [:]
    for (number, increment) in increments {
      let revision = engine.state.applied[number]
      let isIn = revision.map { $0 <= cursor.revision } ?? false
      if !isIn { due[increment.key, default: 0] += increment.step }
      if due[increment.key] == nil { due[increment.key] = 0 }
    }
    for (key, waiting) in due {
      checks += 1
      let wanted = (committed[key]?.number ?? 0) + waiting
      guard (shown[key]?.number ?? 0) == wanted else {
        throw Breach(
          "daemon \(name) \(link.phase.name) at \(cursor) shows \(shown[key] as Any) of \(key),"
            + " not \(wanted)")
      }
    }
  }

  /// All has been said: the daemon has the engine's state, and nothing waits.
  func checkEnd(_ engine: SimulatedEngine) throws {
    guard link.phase == .live, link.cursor == engine.head, digest == engine.state.digest else {
      throw Breach(
        "daemon \(name) ended \(link.phase) at \(link.cursor as Any), the engine at \(engine.head)")
    }
    guard shown == committed, link.queuedChanges == 0 else {
      throw Breach("daemon \(name) has \(link.queuedChanges) changes left over")
    }
    guard waiting.isEmpty else { throw Breach("nobody answers \(waiting)") }
    for (number, increment) in increments {
      guard rejected[number] == nil else { throw Breach("increment \(number) was rejected") }
      guard engine.state.applied[number] != nil else {
        throw Breach("increment \(number) of \(increment.key) was dropped in silence")
      }
    }
    for (number, text) in texts {
      let isWritten = engine.state.written.contains(wrapped(text))
      guard isWritten != (rejected[number] != nil) else {
        throw Breach("\(number) is \(isWritten ? "rejected, but applied" : "dropped in silence")")
      }
    }
    for text in answeredNot where engine.state.written.contains(wrapped(text)) {
      throw Breach("\(text) was refused, and is applied")
    }
    let reported = Set(rejected.values.flatMap(\.operations))
    for text in answeredApplied where !engine.state.written.contains(wrapped(text)) {
      let isReported = reported.contains { $0.text == text }
      guard isReported else { throw Breach("\(text) was answered and is gone") }
    }
  }

  private func wrapped(_ text: UTF8String) -> UTF8String { StateValue.string(text).fleetText }
}

extension StateValue {
  /// A whole number; nil for anything else.
  var number: Int64? { if case .int(let value) = self { value } else { nil } }
}

extension StateOperation {
  fileprivate var text: UTF8String? {
    switch kind {
    case .set(.string(let text)), .append(.string(let text)): text
    case .set, .append, .remove, .increment, .toggle, .merge: nil
    }
  }
}
