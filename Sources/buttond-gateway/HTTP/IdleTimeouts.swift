import UVLoop

/// Decides when an idle connection is pinged or closed. Times are milliseconds of any monotonic clock.
///
/// It is asked once in a while, and what has arrived is read between two times.
struct IdleTimeouts: Hashable, Sendable {
  /// What a connection waits for; the value is how long.
  enum Phase: UInt64, Sendable {
    /// The first request, or the rest of one that has begun.
    case head = 10_000
    /// The next request.
    case nextRequest = 30_000
    /// The daemon, to open a WebSocket or to answer.
    case answer = 15_000
    /// A sign of life of a WebSocket.
    case webSocket = 60_000
  }

  /// What to do with the connection now.
  enum Action: Hashable, Sendable {
    case wait
    case ping
    case giveUp
  }

  /// How long a WebSocket may be silent before it gets a ping.
  static let beforePing: UInt64 = 25_000
  /// How long a browser may read an answer, however slowly: what it has not read is kept for it.
  static let mostReading: UInt64 = 300_000

  private var phase = Phase.head
  private var since: UInt64
  /// When the phase began; what a browser reads of an answer does not begin it again.
  private var begun: UInt64
  private var deadline: ArrivalDeadline
  private var hasPinged = false
  /// Bytes of an answer that the browser had not read at the last look.
  private var unread = 0

  init(now: UInt64) {
    (since, begun) = (now, now)
    deadline = ArrivalDeadline(now + Phase.head.rawValue)
  }

  /// Starts waiting for something else.
  mutating func begin(_ phase: Phase, now: UInt64) {
    self.phase = phase
    begun = now
    goOn(now: now)
  }

  private mutating func goOn(now: UInt64) {
    since = now
    deadline = ArrivalDeadline(now + phase.rawValue)
    hasPinged = false
  }

  /// Notes that a WebSocket received something.
  mutating func heard(now: UInt64) {
    if phase == .webSocket { begin(.webSocket, now: now) }
  }

  /// Notes how much of an answer the browser has not read: one that reads, however slowly, is waited for, but not
  /// for ever.
  mutating func unread(_ bytes: Int, now: UInt64) {
    if bytes < unread, phase != .webSocket, now < begun + Self.mostReading { goOn(now: now) }
    unread = bytes
  }

  /// What is due at this time.
  mutating func action(now: UInt64) -> Action {
    guard phase == .webSocket, !hasPinged else {
      return deadline.hasPassed(now: now) ? .giveUp : .wait
    }
    guard now >= since + Self.beforePing else { return .wait }
    hasPinged = true
    // However late the ping is, it has its time to be answered.
    deadline = ArrivalDeadline(now + phase.rawValue - Self.beforePing)
    return .ping
  }
}
