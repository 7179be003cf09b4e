import ButtonModel

/// Remembers a limited number of removed buttons for clients that resume.
struct Tombstones {
  /// A button was removed or hidden, or has left a group.
  struct Entry {
    let id: UTF8String
    let group: UTF8String?
    let serial: UInt64
    let tick: UInt64
  }

  private var ring: [Entry] = []
  private var start = 0
  private let capacity: Int

  /// Clients that resume from before it need a snapshot.
  private(set) var forgottenTick: UInt64?
  private(set) var forgottenSerial: UInt64 = 0

  init(capacity: Int) { self.capacity = capacity }

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

  func isNews(after serial: UInt64) -> Bool {
    guard let last = ring.last else { return false }
    return (start == 0 ? last : ring[start - 1]).serial > serial
  }

  /// Newest first.
  func forEach(after serial: UInt64, _ body: (Entry) -> Void) {
    var left = ring.count
    while left > 0 {
      left -= 1
      let entry = ring[(start + left) % ring.count]
      if entry.serial <= serial { return }
      body(entry)
    }
  }

  /// Finds the newest entry up to frame `tick`, 0 without one; adds the steps taken to `steps`.
  func serial(upTo tick: UInt64, _ steps: inout Int) -> UInt64 {
    var left = ring.count
    while left > 0 {
      left -= 1
      steps += 1
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
