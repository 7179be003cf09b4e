/// The dirty buttons in the order of marking: those of the current pass, and those for the next.
///
/// A button is queued at most once. Its ticket, stored in its line, is its position.
struct DirtyQueue: ~Copyable {
  /// An entry whose button was removed.
  private static let hole = UInt32.max

  private var next = Slab<UInt32>()
  private var pass = Slab<UInt32>()
  /// The first entry of the pass that has not been taken.
  private var cursor = 0
  /// The lowest bit of tickets in `next`; tickets in `pass` have the opposite bit.
  private var parity: UInt32 = 0
  private var holesInNext = 0
  private var holesInPass = 0

  init() {}

  var count: Int {
    pass.count - cursor - holesInPass + next.count - holesInNext
  }

  var isMostlyHoles: Bool { holesInNext > 1_024 && holesInNext > next.count / 2 }

  mutating func reserve(_ more: Int) { next.reserve(next.count + more) }

  /// Adds a button for the next pass and returns its ticket. Call `reserve` before.
  mutating func appendReserved(_ slot: UInt32) -> UInt32 {
    next.appendReserved(slot)
    return UInt32(truncatingIfNeeded: next.count - 1) << 1 | parity
  }

  mutating func remove(ticket: UInt32) {
    let index = Int(ticket >> 1)
    if ticket & 1 == parity {
      next.at(index).pointee = DirtyQueue.hole
      holesInNext += 1
    } else {
      pass.at(index).pointee = DirtyQueue.hole
      holesInPass += 1
    }
  }

  var isPassOpen: Bool { cursor < pass.count }

  func isInPass(_ ticket: UInt32) -> Bool { ticket & 1 != parity }

  /// Begins a pass over the queued buttons; has no effect during a pass.
  mutating func beginPass() {
    guard cursor == pass.count else { return }
    // Do not keep the memory of a burst forever.
    pass.removeAll(keepingCapacity: max(4_096, next.count * 8))
    swap(&pass, &next)
    holesInPass = holesInNext
    holesInNext = 0
    cursor = 0
    parity ^= 1
  }

  /// The next button of the pass; nil at its end.
  mutating func take() -> UInt32? {
    while cursor < pass.count {
      let slot = pass.base[cursor]
      cursor += 1
      if slot != DirtyQueue.hole { return slot }
      holesInPass -= 1
    }
    return nil
  }

  /// The button `distance` entries ahead in the pass, to prefetch it; nil if there is none.
  func peek(_ distance: Int) -> UInt32? {
    guard cursor + distance < pass.count else { return nil }
    let slot = pass.base[cursor + distance]
    return slot == DirtyQueue.hole ? nil : slot
  }

  /// Removes the holes from the next pass's list, and calls `moved` with each button's new ticket.
  mutating func compact(_ moved: (_ slot: UInt32, _ ticket: UInt32) -> Void) {
    var kept = 0
    for index in 0..<next.count {
      let slot = next.base[index]
      guard slot != DirtyQueue.hole else { continue }
      next.base[kept] = slot
      moved(slot, UInt32(truncatingIfNeeded: kept) << 1 | parity)
      kept += 1
    }
    next.truncate(to: kept)
    holesInNext = 0
  }
}
