import ButtonStore
import Glibc

/// The looks on show for one trait set, linked in order of last change.
///
/// Being behind, resuming, a limited rate and a snapshot are all the same walk: from the newest look
/// back to the last one that was sent.
struct LookTable {
  /// What one button shows.
  struct Look {
    /// The appearance object as JSON; empty when the button has no look yet.
    var appearance: [UInt8] = []
    /// Order of the last change among all trait sets; 0 when the button has no look.
    var serial: UInt64 = 0
    /// The serial of the last change of what clients are sent of the button; at most ``serial``, which
    /// is later where the button joined a group since.
    fileprivate(set) var recordSerial: UInt64 = 0
    /// The frame that the look went out in.
    var tick: UInt64 = 0
    /// The revision of the state that plugins saw; 0 where none had a part in it.
    var revision: UInt64 = 0
    /// How the change to this look is to be shown; nil where nothing asks for anything.
    fileprivate(set) var transaction: LookTransaction?
    /// The look is that of a pressed button.
    fileprivate var isHighlighted = false
    /// The look that clients were sent before this one was.
    fileprivate var wasHighlighted = false
    /// Clients were sent a look before this one.
    fileprivate var isChange = false
    fileprivate var older = LookTable.none
    fileprivate var newer = LookTable.none
  }

  /// From which look clients come to a new one.
  struct Change {
    /// The serial of the look that they were sent last, or one after it.
    let start: UInt64
    let wasHighlighted: Bool
    let isHighlighted: Bool
  }

  private static let none = UInt32.max
  private var looks: [Look] = []
  private var newest = LookTable.none

  /// The look of a button; nil when it has none.
  subscript(slot: ButtonSlot) -> Look? {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return nil }
    return looks[index]
  }

  /// True when the button shows exactly this appearance.
  func shows(_ slot: ButtonSlot, _ appearance: UnsafeRawBufferPointer) -> Bool {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return false }
    return looks[index].appearance.withUnsafeBytes { shown in
      guard shown.count == appearance.count, let a = shown.baseAddress,
        let b = appearance.baseAddress
      else { return false }
      return memcmp(a, b, shown.count) == 0
    }
  }

  /// Puts a new look on show, which makes it the newest and goes out in frame `tick`; returns what it
  /// changes, nil where clients were sent none before.
  mutating func show(
    _ slot: ButtonSlot, appearance: UnsafeRawBufferPointer, isHighlighted: Bool, serial: UInt64,
    tick: UInt64, revision: UInt64, publishedSerial: UInt64
  ) -> Change? {
    let index = Int(slot.rawValue)
    while looks.count <= index { looks.append(Look()) }
    var start = looks[index].transaction?.start ?? publishedSerial
    if looks[index].serial != 0 {
      if looks[index].tick != tick {
        start = looks[index].serial
        beginChange(index)
      }
      unlink(index)
    }
    looks[index].isHighlighted = isHighlighted
    looks[index].transaction = nil
    if looks[index].appearance.count == appearance.count {
      looks[index].appearance.withUnsafeMutableBytes { $0.copyMemory(from: appearance) }
    } else {
      looks[index].appearance = [UInt8](appearance)
    }
    touch(index, serial: serial, tick: tick, revision: revision)
    looks[index].recordSerial = serial
    guard looks[index].isChange else { return nil }
    return Change(
      start: start, wasHighlighted: looks[index].wasHighlighted, isHighlighted: isHighlighted)
  }

  /// Notes how the change to the look on show is to be shown.
  mutating func attach(_ transaction: LookTransaction, to slot: ButtonSlot) {
    looks[Int(slot.rawValue)].transaction = transaction
  }

  /// Makes a look the newest without changing its appearance, because something else about the
  /// button changed; `isFirst` says that it is new to those who watch the button's new group, and to
  /// nobody else.
  mutating func renew(_ slot: ButtonSlot, serial: UInt64, tick: UInt64, isFirst: Bool) {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return }
    unlink(index)
    if looks[index].tick != tick { beginChange(index) }
    if isFirst {
      looks[index].isChange = false
      looks[index].transaction = nil
    }
    touch(index, serial: serial, tick: tick, revision: looks[index].revision)
    if !isFirst { looks[index].recordSerial = serial }
  }

  /// Forgets the look of a button that is gone.
  mutating func remove(_ slot: ButtonSlot) {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return }
    unlink(index)
    looks[index] = Look()
  }

  /// Visits the looks with a serial after `serial`, newest first; `isRecord` says that more changed
  /// than the button's group.
  func forEach(
    after serial: UInt64, _ body: (ButtonSlot, _ serial: UInt64, _ isRecord: Bool) -> Void
  ) {
    var index = newest
    while index != LookTable.none {
      let at = Int(index)
      if looks[at].serial <= serial { return }
      body(ButtonSlot(rawValue: index), looks[at].serial, looks[at].recordSerial > serial)
      index = looks[at].older
    }
  }

  /// The serial of the newest look that went out in frame `tick` or before; 0 when there is none.
  func serial(upTo tick: UInt64) -> UInt64 {
    var index = newest
    while index != LookTable.none {
      if looks[Int(index)].tick <= tick { return looks[Int(index)].serial }
      index = looks[Int(index)].older
    }
    return 0
  }

  /// The look of an earlier frame is about to give way to another, or to go out again.
  private mutating func beginChange(_ index: Int) {
    looks[index].wasHighlighted = looks[index].isHighlighted
    looks[index].isChange = true
    looks[index].transaction = nil
  }

  private mutating func touch(
    _ index: Int, serial: UInt64, tick: UInt64, revision: UInt64
  ) {
    looks[index].serial = serial
    looks[index].tick = tick
    looks[index].revision = revision
    looks[index].older = newest
    looks[index].newer = LookTable.none
    if newest != LookTable.none { looks[Int(newest)].newer = UInt32(index) }
    newest = UInt32(index)
  }

  private mutating func unlink(_ index: Int) {
    let older = looks[index].older
    let newer = looks[index].newer
    if older != LookTable.none { looks[Int(older)].newer = newer }
    if newer == LookTable.none { newest = older } else { looks[Int(newer)].older = older }
  }
}
