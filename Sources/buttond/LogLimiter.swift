import ButtonModel

/// Decides which of the lines that clients cause are logged, so that no client can flood the log.
///
/// Every source may cause some lines a second, and all together a few more; suppressed lines are
/// counted. Times in nanoseconds.
struct LogLimiter {
  /// Clients that are counted separately; all others share one count.
  static let maximumSources = 128
  private static let rateOfAll = TokenBucket.Rate(perSecond: 50)
  private static let others = "others"

  private var sources = KeyedTokenBucket(
    TokenBucket.Rate(perSecond: 5), capacity: maximumSources, others: others)
  private var all = TokenBucket()
  private var suppressed: [String: Int] = [:]

  /// The number of all suppressed messages.
  private(set) var suppressedCount = 0

  mutating func admits(_ source: String, now: UInt64) -> Bool {
    let name = sources.countedKey(for: source, now: now)
    if sources.takeIfThere(name, now: now), all.takeIfThere(1, LogLimiter.rateOfAll, now: now) {
      return true
    }
    let isCountedApart = suppressed[name] != nil || suppressed.count < LogLimiter.maximumSources
    suppressed[isCountedApart ? name : LogLimiter.others, default: 0] += 1
    suppressedCount += 1
    return false
  }

  /// The suppressed lines of each source since the last call, most first.
  mutating func takeSuppressed() -> [(source: String, count: Int)] {
    defer { suppressed = [:] }
    return suppressed.map { (source: $0, count: $1) }
      .sorted { ($1.count, $0.source) < ($0.count, $1.source) }
  }
}
