import Synchronization
import TestSupport

/// How far each of a crowd must be until a test goes on.
final class CrowdGoal: Sendable {
  fileprivate struct State {
    /// Where each is; nil of one that is not live.
    var revisions: [UInt64?]
    var goal: UInt64 = 0
    /// How many are there.
    var count = 0
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(revisions: Array(repeating: nil, count: count)))
  }

  /// One of them is live with the log up to a revision, or not live.
  func note(_ number: Int, at revision: UInt64?) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      let (wasThere, isThere) = (
        (state.revisions[number] ?? 0) >= state.goal && state.revisions[number] != nil,
        (revision ?? 0) >= state.goal && revision != nil
      )
      state.revisions[number] = revision
      state.count += (isThere ? 1 : 0) - (wasThere ? 1 : 0)
      return state.takeWaiting()
    }
    waiting?.resume(returning: true)
  }

  /// Returns when all are live and have the log up to a revision.
  func wait(for revision: UInt64, seconds: UInt64 = 300) async throws {
    let limit = Task {
      try await Task.sleep(nanoseconds: seconds * 1_000_000_000)
      state.withLock { $0.waiting.take() }?.resume(returning: false)
    }
    defer { limit.cancel() }
    let isReached = await withCheckedContinuation { continuation in
      let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        state.goal = revision
        state.count = state.revisions.count { ($0 ?? 0) >= revision && $0 != nil }
        state.waiting = continuation
        return state.takeWaiting()
      }
      waiting?.resume(returning: true)
    }
    if !isReached {
      let (count, most) = state.withLock { ($0.count, $0.revisions.count) }
      throw TestFailure("\(count) of \(most) have revision \(revision)")
    }
  }
}

extension CrowdGoal.State {
  /// Who waits, if all are there.
  fileprivate mutating func takeWaiting() -> CheckedContinuation<Bool, Never>? {
    count == revisions.count ? waiting.take() : nil
  }
}
