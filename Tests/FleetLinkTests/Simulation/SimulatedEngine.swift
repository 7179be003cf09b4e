import ButtonModel
import FleetEngineModel

@testable import FleetLink

/// The engine with what the checks must know of each of its histories. It can go back to an earlier
/// state, as an engine does that lost its last seconds.
final class SimulatedEngine {
  /// What goes back together.
  struct State {
    var model: FleetEngineModel
    /// The requests that had an effect, with their revisions.
    var applied: [RequestNumber: UInt64] = [:]
    /// The texts that sets have written and elements that were appended.
    var written: Set<UTF8String> = []
    /// The actions that were performed, and those whose delivery was ended.
    var performed: Set<RequestNumber> = []
    var ended: Set<RequestNumber> = []
    var digest: UInt64 = 0
  }

  /// What the engine does wrong in a test of the tests.
  enum Fault {
    case takesGaps, joinsByRevision, conditionsByRevision, endsByNumber, keepsNoSum
  }

  private(set) var state: State
  /// How often it has gone back.
  private(set) var incarnation = 0
  /// By chain, the digest of the state that it stands for.
  private(set) var digests: [Chain: UInt64] = [:]
  private(set) var conditionalChanges = 0
  private(set) var duplicates = 0
  private(set) var lostRevisions: UInt64 = 0

  private let fault: Fault?
  private let logLength: Int

  init(id: Chain, logLength: Int, fault: Fault?) {
    state = State(model: FleetEngineModel(id: id))
    self.logLength = logLength
    self.fault = fault
    digests[id] = 0
    state.model.actions.addGroup(Self.group)
  }

  /// The group that works off all actions.
  static let group: UTF8String = "pos"

  /// Gives a daemon the next action, or `again` the oldest that somebody has not done.
  func deliver(to daemon: Int, again: Bool) -> FleetDelivery? {
    let consumer = UTF8String("\(daemon)")
    var number = again ? state.model.actions.waiting.first?.number : nil
    if let number { state.model.actions.claim(number, in: Self.group, for: consumer) }
    number = number ?? state.model.actions.deliver(in: Self.group, to: consumer)
    return number.flatMap { state.model.actions.action($0) }.map {
      FleetDelivery($0.number, $0.request, of: Self.group, to: consumer)
    }
  }

  var head: FleetCursor { state.model.head }

  /// Whether a cursor is in the present history, as far as its log tells.
  func has(_ cursor: FleetCursor) -> Bool { state.model.join(cursor).verdict == .tail }

  func join(_ cursor: FleetCursor?, _ lives: [Life]) -> JoinReply {
    state.model.join(fault == .joinsByRevision ? cursor.map(corrected) : cursor, lives: lives)
  }

  /// Goes back to an earlier state.
  func goBack(to earlier: State) {
    lostRevisions += head.revision - earlier.model.head.revision
    state = earlier
    incarnation += 1
  }

  /// What is wrong with pages once the log is laid over them from a revision on, as a session asks; nil if nothing is,
  /// or if the log does not tell.
  func objection(to audit: inout StateAudit, since begin: UInt64) -> String? {
    if fault == .keepsNoSum { return nil }
    guard head.revision >= begin else { return audit.objection(at: head, nil) }
    let entries = state.model.entries(after: begin)
    guard head.revision == begin || entries.first?.revision == begin + 1 else { return nil }
    for entry in entries { audit.add(entry) }
    return audit.objection(at: head, state.model.sum)
  }

  func value(of key: UTF8String) -> UTF8String? { state.model.fields[key]?.value }

  /// Performs a request; `seen` has what its writer saw, if it has a condition.
  func apply(_ submission: Submission, seen: [JournaledRequest.Sight]?) throws -> EngineAnswer {
    let keys = Set(submission.operations.map(\.key))
    let before = keys.map { ($0, value(of: $0)) }
    var condition = submission.condition
    if fault == .conditionsByRevision { condition = condition.map(corrected) }
    let request = FleetRequest(
      submission.number, oldestOpen: submission.oldestOpen, condition: condition,
      logLength: logLength, submission.operations, effect: effect(of: submission),
      actionLimit: submission.actionLimit)
    var answer = state.model.perform(request)
    if case .gap(let last) = answer, fault == .takesGaps {
      for missing in last + 1..<submission.number.sequence {
        _ = state.model.apply(FleetRequest(RequestNumber(submission.number.life, missing)))
      }
      answer = state.model.perform(request)
    }
    if case .duplicate = answer { duplicates += 1 }
    guard case .first(.ok(let revision)) = answer else { return answer }
    try note(submission)
    for (key, old) in before {
      state.digest ^= SimulatedEngine.digest(key, old)
      state.digest ^= SimulatedEngine.digest(key, value(of: key))
    }
    digests[head.chain] = state.digest
    state.applied[submission.number] = revision
    for operation in submission.operations {
      switch operation.kind {
      case .set, .append: state.written.insert(operation.argument)
      case .remove, .increment, .toggle: break
      }
    }
    if submission.condition != nil, let seen {
      conditionalChanges += 1
      for (key, old) in before {
        guard let sight = seen.first(where: { $0.key == key }) else { continue }
        if sight.value?.fleetText != old {
          throw Breach("\(submission.number) replaced \(old as Any), its writer saw \(sight)")
        }
      }
    }
    return answer
  }

  /// What it does beside its operations.
  private func effect(of submission: Submission) -> FleetEffect? {
    guard fault == .endsByNumber, case .done(let delivery)? = submission.effect,
      let other = state.model.actions.action(delivery.number)
    else { return submission.effect }
    return .done(
      FleetDelivery(delivery.number, other.request, of: delivery.group, to: delivery.consumer))
  }

  /// Each action is performed once and ended once, and only one that was performed.
  private func note(_ submission: Submission) throws {
    switch submission.effect {
    case nil: break
    case .action?:
      guard state.performed.insert(submission.number).inserted else {
        throw Breach("\(submission.number) was performed twice")
      }
    case .done(let delivery)?:
      guard state.performed.contains(delivery.action),
        state.ended.insert(delivery.action).inserted
      else { throw Breach("\(delivery.action) ended, which is over or never was") }
    }
  }

  /// An action leaves only when its own delivery is ended.
  func checkActions() throws {
    let waiting = Set(state.model.actions.waiting.map(\.request))
    let gone = state.performed.subtracting(waiting).subtracting(state.ended)
    if !gone.isEmpty { throw Breach("\(gone) left without an end") }
  }

  /// What one key adds to the digest of a state.
  static func digest(_ key: UTF8String, _ value: UTF8String?) -> UInt64 {
    guard let value else { return 0 }
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(value)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The cursor with the chain that the present history has there, if its log knows.
  private func corrected(_ cursor: FleetCursor) -> FleetCursor {
    if cursor.revision == head.revision { return head }
    let entry = state.model.entries(after: cursor.revision - min(1, cursor.revision), limit: 1)
      .first
    guard let entry, entry.revision == cursor.revision else { return cursor }
    return FleetCursor(cursor.revision, entry.chain)
  }
}

/// An invariant that does not hold.
struct Breach: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
