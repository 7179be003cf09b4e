import ButtonEngine
import ButtonModel

/// Which keys are lost by the rules of leases, worked out anew from who wrote what last.
struct NaiveLeases {
  /// One holder's part of a lease.
  struct Hold: Hashable {
    let holder: LeaseHolder
    let lease: String
  }

  private struct Life {
    var lastWrite: UInt64
    var silentAfter: UInt64?
  }

  /// The hold that feeds each key; one that has ended is not among `lives`.
  private var feeds: [String: (hold: Hold, number: Int)] = [:]
  private var lives: [Hold: (life: Life, number: Int)] = [:]
  private var number = 0
  /// The present time.
  var now: UInt64 = 0

  mutating func write(_ key: String, isRemoved: Bool, _ hold: Hold, silentAfter: UInt64?) {
    if lives[hold] == nil {
      number += 1
      lives[hold] = (Life(lastWrite: now), number)
    }
    lives[hold]?.life.lastWrite = now
    if let silentAfter { lives[hold]?.life.silentAfter = silentAfter }
    feeds[key] = isRemoved ? nil : lives[hold].map { (hold, $0.number) }
    if lives[hold]?.life.silentAfter == 0 { lives[hold] = nil }
  }

  mutating func remove(_ key: String) { feeds[key] = nil }

  mutating func end(_ holder: LeaseHolder) { lives = lives.filter { $0.key.holder != holder } }

  func isLost(_ key: String) -> Bool {
    guard let feed = feeds[key] else { return false }
    guard let (life, number) = lives[feed.hold], number == feed.number else { return true }
    return life.silentAfter.map { now >= life.lastWrite + $0 } ?? false
  }
}
