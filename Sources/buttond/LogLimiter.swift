import ButtonService

/// Decides which of the lines that clients cause are logged, so that none of them can flood the log.
///
/// Every source may cause some lines a second, and all together a few more; what is left out is
/// counted. Times in nanoseconds.
struct LogLimiter {
  /// Lines a second about one client, and about all.
  static let linesPerSource = 5.0
  static let linesTogether = 50.0
  /// Clients that are counted one by one; all beyond these share one count.
  static let maximumSources = 128

  private struct Source {
    var bucket = TokenBucket()
    var suppressed = 0
  }

  private var sources: [String: Source] = [:]
  private var total = TokenBucket()
  private static let others = "others"

  /// How many lines were left out in all.
  private(set) var suppressedCount = 0

  /// Whether lines were left out that have not been told of.
  private(set) var hasSuppressed = false

  /// Whether a line about a source may be logged now.
  mutating func admits(_ source: String, now: UInt64) -> Bool {
    let name = place(for: source, now: now)
    let isAdmitted =
      sources[name, default: Source()].bucket.takeOne(rate: LogLimiter.linesPerSource, now: now)
      && total.takeOne(rate: LogLimiter.linesTogether, now: now)
    if !isAdmitted {
      sources[name]?.suppressed += 1
      suppressedCount += 1
      hasSuppressed = true
    }
    return isAdmitted
  }

  /// How many lines about each source were left out since the last call, most first.
  mutating func takeSuppressed() -> [(source: String, count: Int)] {
    hasSuppressed = false
    var counts: [(source: String, count: Int)] = []
    for (name, source) in sources where source.suppressed > 0 {
      counts.append((name, source.suppressed))
      sources[name]?.suppressed = 0
    }
    return counts.sorted { ($1.count, $0.source) < ($0.count, $1.source) }
  }

  /// The name under which a source is counted; those that have been silent make room.
  private mutating func place(for source: String, now: UInt64) -> String {
    if sources[source] != nil || sources.count < LogLimiter.maximumSources { return source }
    for (name, var known) in sources where known.suppressed == 0 {
      if known.bucket.isFull(rate: LogLimiter.linesPerSource, now: now) { sources[name] = nil }
    }
    return sources.count < LogLimiter.maximumSources ? source : LogLimiter.others
  }
}
