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
    var digest: UInt64 = 0
  }

  /// What the engine does wrong in a test of the tests.
  enum Fault {
    case takesGaps, joinsByRevision, conditionsByRevision
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

  func value(of key: UTF8String) -> UTF8String? { state.model.fields[key]?.value }

  /// Performs a request; `seen` has what its writer saw, if it has a condition.
  func apply(_ submission: Submission, seen: [KeptRequest.Sight]?) throws -> EngineAnswer {
    let keys = Set(submission.operations.map(\.key))
    let before = keys.map { ($0, value(of: $0)) }
    var condition = submission.condition
    if fault == .conditionsByRevision { condition = condition.map(corrected) }
    let request = FleetRequest(
      submission.number, oldestOpen: submission.oldestOpen, condition: condition,
      logLength: logLength, submission.operations)
    var answer = state.model.apply(request)
    if case .gap(let last) = answer, fault == .takesGaps {
      for missing in last + 1..<submission.number.sequence {
        _ = state.model.apply(FleetRequest(RequestNumber(submission.number.life, missing)))
      }
      answer = state.model.apply(request)
    }
    if case .duplicate = answer { duplicates += 1 }
    guard case .first(.ok(let revision)) = answer else { return answer }
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
