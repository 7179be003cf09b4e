import ButtonModel

/// Bounds how often a plugin may ask for an update of one button; the excess is put together into
/// one update later.
struct UpdateLimiter {
  /// How often one button is updated at most.
  static let rate = TokenBucket.Rate(perSecond: 60, burst: 1)
  /// How many buttons are kept apart; beyond, all of the plugin's are updated.
  static let maximumButtons = 16_384
  /// Stands for all buttons.
  static let all: UInt64 = 0

  private var buckets = KeyedTokenBucket(rate, capacity: maximumButtons, others: all)
  /// When the updates that were put off are due.
  private var waiting: [UInt64: UInt64] = [:]
  /// Not later than the first of `waiting`; nil when nothing waits.
  private(set) var wakeAt: UInt64?
  /// How many requests were not followed at once since this was last asked.
  private var coalesced = 0

  /// Takes a request; true says to follow it now, false that it will be due.
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

  /// The updates that are due now.
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

  /// How many requests were put together since the last call.
  mutating func takeCoalesced() -> Int {
    defer { coalesced = 0 }
    return coalesced
  }
}
