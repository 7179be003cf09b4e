import ButtonStore
import Glibc

/// The current looks for one trait set, linked in order of their last change: catching up,
/// resuming, rate limits and snapshots all walk from the last look that was sent to the newest.
struct LookTable: ~Copyable {
  struct Look {
    /// As JSON; empty if the button has no look yet.
    fileprivate(set) var appearance: [UInt8] = []
    /// The serial of the last change, unique across all trait sets; 0 if the button has no look.
    var serial: UInt64 = 0
    /// The serial of the last change that clients are sent; ``serial`` is later if the button has
    /// joined a group since, or its look has changed and changed back within one frame.
    fileprivate(set) var recordSerial: UInt64 = 0
    /// The same for subscribers to the button's group: joining it counts as a change.
    fileprivate(set) var groupSerial: UInt64 = 0
    /// The frame that publishes, or published, the look.
    var tick: UInt64 = 0
    /// The revision of the state that plugins saw; 0 if none took part.
    var revision: UInt64 = 0
    /// Nil if unspecified.
    fileprivate(set) var transaction: LookTransaction?
    fileprivate var flags: Flags = []
    /// What the frame that publishes the look changes for clients.
    fileprivate var kinds: ChangeKinds = []
    /// Among the origins of that frame.
    fileprivate var origin = LookTable.none
    fileprivate var older = LookTable.none
    fileprivate var newer = LookTable.none
  }

  /// An option set saves eight bytes in each of a million looks.
  fileprivate struct Flags: OptionSet {
    let rawValue: UInt8

    static let isHighlighted = Flags(rawValue: 1)
    /// The button was highlighted in the look that clients were sent before.
    static let wasHighlighted = Flags(rawValue: 2)
    /// Clients were sent an earlier look.
    static let isChange = Flags(rawValue: 4)
    /// Other buttons may share the appearance's memory.
    static let isShared = Flags(rawValue: 8)
  }

  /// The change from the look that clients hold to a new one.
  struct Change {
    /// The serial of the look they were sent last, or a later one.
    let start: UInt64
    let wasHighlighted: Bool
    let isHighlighted: Bool
  }

  /// What a frame changes about a button.
  struct ChangeKinds: OptionSet {
    let rawValue: UInt8

    static let appearance = ChangeKinds(rawValue: 1)
    static let status = ChangeKinds(rawValue: 2)
    /// The button is new to subscribers of its group.
    static let group = ChangeKinds(rawValue: 4)
  }

  private static let none = UInt32.max
  private static let exampleCount = 8
  private var looks = Slab<Look>()
  /// Slots that last allocated an appearance: the next button often looks the same, and shares it.
  private var examples: [UInt32] = []
  private var nextExample = 0
  private var newest = LookTable.none
  private var oldest = LookTable.none
  /// What clients hold of the looks that changed since the last frame.
  private var origins = LookOrigins()

  subscript(slot: ButtonSlot) -> Look? {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return nil }
    return looks[index]
  }

  /// Yields the look in place; the button must have one.
  subscript(existing slot: ButtonSlot) -> Look {
    _read { yield looks[Int(slot.rawValue)] }
  }

  @inline(__always)
  func contains(_ slot: ButtonSlot) -> Bool {
    let index = Int(slot.rawValue)
    return index < looks.count && looks[index].serial != 0
  }

  /// Nil unless the look has changed for a client that was sent everything up to `serial`.
  func changeSerial(of slot: ButtonSlot, after serial: UInt64, for holder: ReceiverKnowledge)
    -> UInt64?
  {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0,
      looks[index].isNews(after: serial, to: holder)
    else { return nil }
    return looks[index].serial
  }

  func shows(_ slot: ButtonSlot, _ appearance: UnsafeRawBufferPointer) -> Bool {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return false }
    return looks[index].has(appearance)
  }

  /// Makes a new look the newest, published in frame `tick`. Returns the change; nil if clients
  /// have no earlier look or hold this one already.
  mutating func show(
    _ slot: ButtonSlot, appearance: UnsafeRawBufferPointer, isHighlighted: Bool, serial: UInt64,
    tick: UInt64, revision: UInt64
  ) -> Change? {
    let index = Int(slot.rawValue)
    while looks.count <= index { looks.append(Look()) }
    if looks[index].serial != 0 {
      if looks[index].tick != tick { beginChange(index) }
      unlink(index)
    }
    let held = looks[index].origin
    let isHeld = origins.holds(held, appearance)
    let transaction = isHeld ? origins[held]?.transaction : nil
    if !looks[index].reuse(appearance) { allocate(index, appearance) }
    looks[index].flags.set(.isHighlighted, isHighlighted)
    looks[index].transaction = transaction
    if isHeld {
      looks[index].kinds.remove(.appearance)
    } else {
      looks[index].kinds.insert(.appearance)
    }
    touch(index, serial: serial, tick: tick, revision: revision)
    guard !isHeld, looks[index].flags.contains(.isChange),
      let start = origins.serials(of: held)?.group
    else { return nil }
    return Change(
      start: start, wasHighlighted: looks[index].flags.contains(.wasHighlighted),
      isHighlighted: isHighlighted)
  }

  /// Shares an example's appearance, or becomes one: of a wall of lamps, all have one of two.
  private mutating func allocate(_ index: Int, _ appearance: UnsafeRawBufferPointer) {
    for example in examples where looks[Int(example)].has(appearance) {
      looks[index].appearance = looks[Int(example)].appearance
      looks[index].flags.insert(.isShared)
      looks[Int(example)].flags.insert(.isShared)
      return
    }
    looks[index].appearance = [UInt8](appearance)
    looks[index].flags.remove(.isShared)
    if examples.count < LookTable.exampleCount {
      examples.append(UInt32(index))
    } else {
      examples[nextExample] = UInt32(index)
      nextExample = (nextExample + 1) % LookTable.exampleCount
    }
  }

  mutating func attach(_ transaction: LookTransaction, to slot: ButtonSlot) {
    looks[Int(slot.rawValue)].transaction = transaction
  }

  /// Makes a look the newest as it is, since something else about the button changed or reverted.
  mutating func renew(
    _ slot: ButtonSlot, serial: UInt64, tick: UInt64, _ kinds: ChangeKinds, isBack: Bool = false
  ) {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return }
    unlink(index)
    if looks[index].tick != tick { beginChange(index) }
    if kinds.contains(.group) {
      looks[index].flags.remove(.isChange)
      looks[index].transaction = nil
    }
    if isBack { looks[index].kinds.subtract(kinds) } else { looks[index].kinds.formUnion(kinds) }
    touch(index, serial: serial, tick: tick, revision: looks[index].revision)
  }

  mutating func reserve(_ count: Int) { looks.reserve(count) }

  mutating func remove(_ slot: ButtonSlot) {
    let index = Int(slot.rawValue)
    guard index < looks.count, looks[index].serial != 0 else { return }
    unlink(index)
    looks[index] = Look()
  }

  /// Visits the looks that have changed for a client that was sent everything up to `serial`,
  /// oldest first, until `body` returns false. If `slot` has that serial, no search is needed.
  func forEach(
    after serial: UInt64, from slot: ButtonSlot? = nil, for holder: ReceiverKnowledge,
    _ body: (ButtonSlot, _ serial: UInt64) -> Bool
  ) {
    var index = first(after: serial, from: slot)
    while index != LookTable.none {
      let at = Int(index)
      if looks[at].isNews(after: serial, to: holder),
        !body(ButtonSlot(rawValue: index), looks[at].serial)
      {
        return
      }
      index = looks[at].newer
    }
  }

  func appearanceBytes(of slot: ButtonSlot) -> Int { looks[Int(slot.rawValue)].appearance.count }

  /// The oldest look with a greater serial.
  private func first(after serial: UInt64, from slot: ButtonSlot?) -> UInt32 {
    if serial == 0 { return oldest }
    if let slot, Int(slot.rawValue) < looks.count, looks[Int(slot.rawValue)].serial == serial {
      return looks[Int(slot.rawValue)].newer
    }
    var first = LookTable.none
    var index = newest
    while index != LookTable.none, looks[Int(index)].serial > serial {
      first = index
      index = looks[Int(index)].older
    }
    return first
  }

  /// Calls `body` with what clients held before frame `tick`, which is being published, if they
  /// were sent everything up to `serial`; nil if they hold nothing or it was not kept.
  func withOrigin<Result>(
    of slot: ButtonSlot, tick: UInt64, upTo serial: UInt64,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let look = self[slot], look.tick == tick, look.flags.contains(.isChange),
      let origin = origins[look.origin], origin.groupSerial <= serial
    else { return nil }
    return origins.withBytes(of: origin, body)
  }

  mutating func endFrame() { origins.removeAll() }

  /// Finds the newest look up to frame `tick`, 0 without one; adds the steps taken to `steps`.
  func serial(upTo tick: UInt64, _ steps: inout Int) -> UInt64 {
    var index = newest
    while index != LookTable.none {
      steps += 1
      if looks[Int(index)].tick <= tick { return looks[Int(index)].serial }
      index = looks[Int(index)].older
    }
    return 0
  }

  /// Keeps what clients hold, before a look of an earlier frame changes or is sent again.
  private mutating func beginChange(_ index: Int) {
    looks[index].flags.set(.wasHighlighted, looks[index].flags.contains(.isHighlighted))
    looks[index].flags.insert(.isChange)
    looks[index].kinds = []
    looks[index].origin = origins.append(
      LookOrigin(
        recordSerial: looks[index].recordSerial, groupSerial: looks[index].groupSerial,
        transaction: looks[index].transaction),
      looks[index].appearance)
    looks[index].transaction = nil
  }

  private mutating func touch(
    _ index: Int, serial: UInt64, tick: UInt64, revision: UInt64
  ) {
    let origin = origins.serials(of: looks[index].origin)
    looks[index].touch(serial: serial, tick: tick, revision: revision, from: origin)
    looks[index].older = newest
    looks[index].newer = LookTable.none
    if newest != LookTable.none {
      looks[Int(newest)].newer = UInt32(index)
    } else {
      oldest = UInt32(index)
    }
    newest = UInt32(index)
  }

  private mutating func unlink(_ index: Int) {
    let older = looks[index].older
    let newer = looks[index].newer
    if older == LookTable.none { oldest = newer } else { looks[Int(older)].newer = newer }
    if newer == LookTable.none { newest = older } else { looks[Int(newer)].older = older }
  }
}

extension LookTable.Look {
  /// The bytes a shorter appearance may leave unused, so that a toggling word does not allocate.
  private static let slack = 64

  fileprivate func has(_ bytes: UnsafeRawBufferPointer) -> Bool {
    appearance.withUnsafeBytes { shown in
      guard shown.count == bytes.count, let a = shown.baseAddress, let b = bytes.baseAddress
      else { return false }
      return memcmp(a, b, shown.count) == 0
    }
  }

  /// False if the present memory is too small, too large or shared.
  fileprivate mutating func reuse(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if flags.contains(.isShared) { return false }
    if appearance.count == bytes.count {
      appearance.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
    } else if appearance.capacity >= bytes.count,
      appearance.capacity &- bytes.count <= LookTable.Look.slack
    {
      appearance.removeAll(keepingCapacity: true)
      appearance.append(contentsOf: bytes)
    } else {
      return false
    }
    return true
  }

  /// Subscribers that saw no change keep the serial of the look they hold.
  fileprivate mutating func touch(
    serial: UInt64, tick: UInt64, revision: UInt64, from origin: LookOrigins.Serials?
  ) {
    self.serial = serial
    self.tick = tick
    self.revision = revision
    let isNews = !kinds.isDisjoint(with: [.appearance, .status])
    recordSerial = isNews ? serial : origin?.record ?? serial
    groupSerial = isNews || kinds.contains(.group) ? serial : origin?.group ?? serial
  }

  /// Whether the look is news to a client that was sent everything up to `serial`.
  func isNews(after serial: UInt64, to holder: ReceiverKnowledge) -> Bool {
    switch holder {
    case .ids: recordSerial > serial
    case .group: groupSerial > serial
    case .part: self.serial > serial
    }
  }
}

extension LookTable.Flags {
  fileprivate mutating func set(_ flag: Self, _ isSet: Bool) {
    if isSet { insert(flag) } else { remove(flag) }
  }
}
