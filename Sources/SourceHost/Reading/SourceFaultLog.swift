import ButtonModel

/// Decides which faults of a source are logged: the first of each kind since it last worked or was
/// restarted, and never more than a few in a minute.
struct SourceFaultLog {
  private static let rate = TokenBucket.Rate(perSecond: 0.1, burst: 10)

  private var logged: Set<SourceFault.Kind> = []
  private var bucket = TokenBucket()

  mutating func admits(_ kind: SourceFault.Kind, now: UInt64) -> Bool {
    guard !logged.contains(kind), bucket.takeIfThere(1, SourceFaultLog.rate, now: now) else {
      return false
    }
    logged.insert(kind)
    return true
  }

  /// Logs the next fault of each kind again.
  mutating func begin() { logged = [] }
}
