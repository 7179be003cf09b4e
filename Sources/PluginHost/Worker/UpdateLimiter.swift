/// Bounds how often a plugin may ask for an update of one button; the excess is put together into
/// one update later.
struct UpdateLimiter {
  /// The least time between two updates of one button: 60 a second, in nanoseconds.
  static let interval: UInt64 = 1_000_000_000 / 60
  /// How many buttons are kept apart; beyond, all of the plugin's are updated.
  static let maximumButtons = 16_384
  /// Stands for all buttons.
  static let all: UInt64 = 0

  /// When each button was updated last; those longer ago than `interval` may be missing.
  private var updatedAt: [UInt64: UInt64] = [:]
  private var waiting: [UInt64: UInt64] = [:]
  /// Not later than the first of `waiting`; nil when nothing waits.
  private(set) var wakeAt: UInt64?
  private var forgotAt: UInt64 = 0
  /// How many requests were not followed at once since this was last asked.
  private var coalesced = 0

  /// Takes a request; true says to follow it now, false that it will be due.
  mutating func request(_ handle: UInt64, at now: UInt64) -> Bool {
    if updatedAt.count >= UpdateLimiter.maximumButtons { forgetOld(now) }
    let key = updatedAt.count >= UpdateLimiter.maximumButtons ? UpdateLimiter.all : handle
    if let last = updatedAt[key], now < last + UpdateLimiter.interval {
      putOff(key, until: last + UpdateLimiter.interval)
      return false
    }
    guard key == handle else {
      putOff(key, until: now)
      return false
    }
    updatedAt[key] = now
    waiting[key] = nil
    return true
  }

  /// The updates that are due now.
  mutating func due(at now: UInt64) -> [UInt64] {
    let handles = waiting.filter { $0.value <= now }.keys.sorted()
    for handle in handles {
      waiting[handle] = nil
      updatedAt[handle] = now
    }
    wakeAt = waiting.values.min()
    forgetOld(now)
    return handles
  }

  /// How many requests were put together since the last call.
  mutating func takeCoalesced() -> Int {
    defer { coalesced = 0 }
    return coalesced
  }

  private mutating func putOff(_ key: UInt64, until time: UInt64) {
    waiting[key] = time
    wakeAt = min(wakeAt ?? time, time)
    coalesced += 1
  }

  private mutating func forgetOld(_ now: UInt64) {
    guard now >= forgotAt + UpdateLimiter.interval || forgotAt == 0 else { return }
    forgotAt = now
    updatedAt = updatedAt.filter { now < $0.value + UpdateLimiter.interval }
  }
}
