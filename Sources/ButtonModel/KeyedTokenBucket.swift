/// A token bucket per key, and one for all keys beyond the capacity. Times are nanoseconds.
package struct KeyedTokenBucket<Key: Hashable & Sendable>: Sendable {
  private let rate: TokenBucket.Rate
  private let capacity: Int
  /// Stands for all keys that found no room.
  private let others: Key
  /// Full ones may be missing.
  private var buckets: [Key: TokenBucket] = [:]
  private var forgotAt: UInt64?

  /// Buckets for at most `capacity` keys; `others` stands for the rest.
  package init(_ rate: TokenBucket.Rate, capacity: Int, others: Key) {
    self.rate = rate
    self.capacity = capacity
    self.others = others
  }

  /// The key whose bucket is used now: this one, or `others` if there is no room.
  package mutating func countedKey(for key: Key, now: UInt64) -> Key {
    if buckets[key] != nil || buckets.count < capacity { return key }
    forgetFull(now: now)
    return buckets.count < capacity ? key : others
  }

  package mutating func takeIfThere(_ key: Key, now: UInt64) -> Bool {
    buckets[key, default: TokenBucket()].takeIfThere(1, rate, now: now)
  }

  /// Takes one token even if there is none.
  package mutating func take(_ key: Key, now: UInt64) {
    buckets[key, default: TokenBucket()].take(1, rate, now: now)
  }

  /// The time until a token is there, 0 if one is.
  package func wait(_ key: Key, now: UInt64) -> UInt64 {
    var bucket = buckets[key] ?? TokenBucket()
    return bucket.wait(rate, now: now)
  }

  /// Makes room, at most once per the time an empty bucket takes to fill.
  package mutating func forgetFull(now: UInt64) {
    if let forgotAt, Double(now &- forgotAt) < rate.burst / rate.perSecond * 1e9 { return }
    forgotAt = now
    buckets = buckets.filter { entry in
      var bucket = entry.value
      return !bucket.isFull(rate, now: now)
    }
  }
}
