import ButtonModel

/// Bounds how often a plugin may request an update of one button, and merges the excess into one
/// later update.
struct UpdateLimiter {
  /// Per button.
  static let rate = TokenBucket.Rate(perSecond: 60, burst: 1)
  /// Beyond, all of the plugin's buttons are updated.
  static let maximumButtons = 16_384
  static let all: UInt64 = 0

  private var buckets = KeyedTokenBucket(rate, capacity: maximumButtons, others: all)
  /// When deferred updates are due.
  private var waiting: [UInt64: UInt64] = [:]
  /// Not later than the first of `waiting`; nil if nothing waits.
  private(set) var wakeAt: UInt64?
  /// The deferred requests since `takeCoalesced`.
  private var coalesced = 0

  /// True if the update may happen now, false if it is deferred.
  mutating func request(_ handle: UInt64, at now: UInt64) -> Bool {
    let key = buckets.countedKey(for: handle, now: now)
    if key == handle, buckets.takeIfThere(key, now: now) {
      waiting[key] = nil
      return true
    }
    coalesced += 1
    let due = waiting[key] ?? now + buckets.wait(key, now: now)
    waiting[key] = due
    wakeAt = min(wakeAt ?? due, due)
    return false
  }

  mutating func due(at now: UInt64) -> [UInt64] {
    let handles = waiting.filter { $0.value <= now }.keys.sorted()
    for handle in handles {
      waiting[handle] = nil
      buckets.take(handle, now: now)
    }
    wakeAt = waiting.values.min()
    buckets.forgetFull(now: now)
    return handles
  }

  /// The deferred requests since the last call.
  mutating func takeCoalesced() -> Int {
    defer { coalesced = 0 }
    return coalesced
  }
}
