import ButtonModel

/// Remembers, within a bound, which buttons went and when, for subscribers that were away.
struct Tombstones {
  /// A button that is gone, or that left a group.
  struct Entry {
    let id: UTF8String
    let group: UTF8String?
    let serial: UInt64
    let tick: UInt64
  }

  private var ring: [Entry] = []
  private var start = 0
  private let capacity: Int

  /// The newest tick of which an entry had to go; who resumes from before it needs a snapshot.
  private(set) var forgottenTick: UInt64?
  /// The newest serial of which an entry had to go.
  private(set) var forgottenSerial: UInt64 = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Remembers one more; the oldest goes when the bound is met.
  mutating func append(_ entry: Entry) {
    guard capacity > 0 else {
      forget(entry)
      return
    }
    if ring.count < capacity {
      ring.append(entry)
    } else {
      forget(ring[start])
      ring[start] = entry
      start = (start + 1) % capacity
    }
  }

  /// True when there are entries with a serial after `serial`.
  func isNews(after serial: UInt64) -> Bool {
    guard let last = ring.last else { return false }
    return (start == 0 ? last : ring[start - 1]).serial > serial
  }

  /// Visits the entries with a serial after `serial`, newest first.
  func forEach(after serial: UInt64, _ body: (Entry) -> Void) {
    var left = ring.count
    while left > 0 {
      left -= 1
      let entry = ring[(start + left) % ring.count]
      if entry.serial <= serial { return }
      body(entry)
    }
  }

  /// The serial of the newest entry of frame `tick` or before; 0 when there is none.
  func serial(upTo tick: UInt64) -> UInt64 {
    var left = ring.count
    while left > 0 {
      left -= 1
      let entry = ring[(start + left) % ring.count]
      if entry.tick <= tick { return entry.serial }
    }
    return 0
  }

  private mutating func forget(_ entry: Entry) {
    forgottenTick = entry.tick
    forgottenSerial = entry.serial
  }
}
