/// How long a browser is waited for: for the head of a request, for the next one, and for a sign of life
/// of its WebSocket. Times are milliseconds of any clock.
struct Patience: Hashable, Sendable {
  /// For a request that has begun, or the first one.
  static let forHead: UInt64 = 10_000
  /// For the daemon, to open a WebSocket or to answer.
  static let forAnswer: UInt64 = 15_000
  /// Between the requests of a connection.
  static let betweenRequests: UInt64 = 30_000
  /// After which a WebSocket that says nothing is asked whether it lives.
  static let beforePing: UInt64 = 25_000
  /// After which it is given up.
  static let forSign: UInt64 = 60_000

  /// What is waited for.
  enum Wait: Hashable, Sendable {
    case head
    case nextRequest
    case answer
    case webSocket
  }

  /// What to do now.
  enum Verdict: Hashable, Sendable {
    case wait
    case ping
    case giveUp
  }

  private var wait = Wait.head
  private var since: UInt64
  private var hasPinged = false

  init(now: UInt64) { since = now }

  /// Waits for something else from now on.
  mutating func begin(_ wait: Wait, now: UInt64) {
    self.wait = wait
    since = now
    hasPinged = false
  }

  /// A WebSocket has said something.
  mutating func heard(now: UInt64) {
    guard wait == .webSocket else { return }
    since = now
    hasPinged = false
  }

  /// Looks at the clock.
  mutating func verdict(now: UInt64) -> Verdict {
    let passed = now >= since ? now - since : 0
    switch wait {
    case .head: return passed >= Self.forHead ? .giveUp : .wait
    case .nextRequest: return passed >= Self.betweenRequests ? .giveUp : .wait
    case .answer: return passed >= Self.forAnswer ? .giveUp : .wait
    case .webSocket:
      if passed >= Self.forSign { return .giveUp }
      guard passed >= Self.beforePing, !hasPinged else { return .wait }
      hasPinged = true
      return .ping
    }
  }
}
