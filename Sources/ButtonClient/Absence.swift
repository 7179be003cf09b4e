import ButtonModel
import Glibc

/// The times of a client that looks for the next daemon, in milliseconds.
struct Absence: Sendable {
  private let patience: UInt64
  private var backoff = Backoff(first: 50, most: 2_000)
  /// When the connection was made, at first that of the client.
  private var connectedAt = Absence.now
  private var lostAt: UInt64 = 0
  private var nextTry: UInt64 = 0
  /// Until when the requests wait that wait for a daemon.
  private var deadlines: [ClientCore.ID: UInt64] = [:]

  /// Requests wait so long for a daemon.
  init(patience: UInt64) { self.patience = patience }

  /// The time of a clock that only goes forward.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// The connection is lost.
  mutating func begin(_ now: UInt64) {
    lostAt = now
    nextTry = now + backoff.lost(after: now - connectedAt)
  }

  /// Whether a connection is to be tried.
  func isTimeToTry(_ now: UInt64) -> Bool { now >= nextTry }

  /// There was no daemon.
  mutating func failed(_ now: UInt64) { nextTry = now + backoff.failed() }

  /// There is one again; how long the absence was, in seconds.
  mutating func end(_ now: UInt64) -> Double {
    connectedAt = now
    deadlines = [:]
    return Double(now - lostAt) / 1_000
  }

  /// Returns the waiting requests that have waited long enough.
  mutating func expired(_ waiting: [ClientCore.ID], _ now: UInt64) -> [ClientCore.ID] {
    for id in waiting where deadlines[id] == nil { deadlines[id] = now + patience }
    let expired = waiting.filter { deadlines[$0, default: .max] <= now }
    if deadlines.count > waiting.count {
      let waiting = Set(waiting)
      deadlines = deadlines.filter { waiting.contains($0.key) }
    }
    for id in expired { deadlines[id] = nil }
    return expired
  }

  /// How long there is nothing to do.
  func time(from now: UInt64) -> UInt64 {
    let next = min(nextTry, deadlines.values.min() ?? .max)
    return next > now ? next - now : 0
  }
}
