/// The dirty buttons in marking order: those of the pass going on and those for the next.
///
/// A button is in it at most once. Its ticket, kept in the button's line, says where.
struct DirtyQueue: ~Copyable {
  /// An entry whose button was removed.
  private static let hole = UInt32.max

  private var next = Slab<UInt32>()
  private var pass = Slab<UInt32>()
  /// The first entry of the pass not yet taken.
  private var cursor = 0
  /// The lowest bit of tickets in `next`; those in `pass` have the other.
  private var parity: UInt32 = 0
  private var holesInNext = 0
  private var holesInPass = 0

  init() {}

  /// How many buttons wait, in the pass and for the next.
  var count: Int {
    pass.count - cursor - holesInPass + next.count - holesInNext
  }

  /// True when removed buttons make up most of the list.
  var isMostlyHoles: Bool { holesInNext > 1_024 && holesInNext > next.count / 2 }

  /// Makes room for `count` more.
  mutating func reserve(_ more: Int) { next.reserve(next.count + more) }

  /// Adds a button for the next pass and returns its ticket; `reserve` has made room.
  mutating func appendReserved(_ slot: UInt32) -> UInt32 {
    next.appendReserved(slot)
    return UInt32(truncatingIfNeeded: next.count - 1) << 1 | parity
  }

  /// Removes the button with that ticket.
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

  /// Makes what waits for the next pass the pass; while one is under way, it just goes on.
  mutating func beginPass() {
    guard cursor == pass.count else { return }
    // A burst's block is not kept for ever.
    pass.removeAll(keepingCapacity: max(4_096, next.count * 8))
    swap(&pass, &next)
    holesInPass = holesInNext
    holesInNext = 0
    cursor = 0
    parity ^= 1
  }

  /// The pass's next button; nil at its end.
  mutating func take() -> UInt32? {
    while cursor < pass.count {
      let slot = pass.base[cursor]
      cursor += 1
      if slot != DirtyQueue.hole { return slot }
      holesInPass -= 1
    }
    return nil
  }

  /// The button that comes `distance` entries later in the pass, as a hint; nil when there is none.
  func peek(_ distance: Int) -> UInt32? {
    guard cursor + distance < pass.count else { return nil }
    let slot = pass.base[cursor + distance]
    return slot == DirtyQueue.hole ? nil : slot
  }

  /// Takes the holes out of the list for the next pass, telling every button its new ticket.
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
