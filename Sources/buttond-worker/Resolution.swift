import ButtonModel
import CButtonPlugin
import Glibc
import PluginChannel

/// What a `btn_request` points to: the button being resolved, what may be read of it, and what was.
///
/// There is one for the life of the worker, in memory that does not move. None of its methods may
/// call the plugin, because the plugin calls back into them.
struct Resolution: ~Copyable {
  private(set) var keys: KeyTable
  private var replica = Replica()
  private var answer = AnswerEncoder()

  var timers = ButtonTimers()
  /// Nil under a daemon.
  var checks: Checks?

  private let mainThread = pthread_self()
  private var phase = Phase.idle
  private var answerNumber: UInt64 = 0
  private var nowMilliseconds: UInt64 = 0

  private var item = BatchItem(handle: 0)
  private var itemNumber: UInt64 = 0
  private var id = UnsafeRawBufferPointer(start: nil, count: 0)
  private var arguments: [BatchDecoder.Argument] = []
  private var readKeys: [AnswerKey] = []
  private var passes = FrameBuffer()
  private var passCount = 0

  private var look = PassProperties()
  private var traits = Traits()
  private var tint: UInt32 = 0
  private var failure: Failure?
  /// The refused set to report for this item: the first mistake, or else an unknown name.
  private var refused: NoteFrame?
  /// Something was read in this item that differs between trait sets.
  private(set) var readsTraits = false

  /// The current gesture's event, or the last one.
  private(set) var press = PressAnswer()

  /// Which of the plugin's functions runs.
  private enum Phase { case idle, resolving, event }

  private struct Failure {
    var status: btn_status
    var message: UTF8String
  }

  init(reads: [ReadPattern], entryCount: Int) {
    keys = KeyTable(reads: reads, entryCount: entryCount)
    readKeys.reserveCapacity(64)
  }

  // MARK: Around the plugin's calls

  /// Interns one of the manifest's styles or handlers.
  mutating func internEntry(_ name: String) -> btn_key { keys.internEntry(name) }

  mutating func begin(sequence: UInt32, _ header: BatchHeader) {
    answerNumber += 1
    nowMilliseconds = header.nowMilliseconds
    answer.begin(sequence: sequence, commitSequence: header.commitSequence)
  }

  /// A gesture's event has a separate answer.
  mutating func beginGesture(_ header: BatchHeader) {
    nowMilliseconds = header.nowMilliseconds
  }

  mutating func apply(_ key: BatchDecoder.Key) throws(MalformedFrame) { try replica.apply(key) }

  /// What the decoder returned must stay where it is until `endItem`.
  mutating func beginItem(_ item: BatchItem, _ decoder: borrowing BatchDecoder) {
    self.item = item
    itemNumber += 1
    id = decoder.id
    arguments = decoder.arguments
    look.beginItem(decoder.settings)
    readKeys.empty()
    passes.removeAll()
    passCount = 0
    readsTraits = false
    failure = nil
    refused = nil
  }

  /// Until `endPass` the plugin may call back.
  mutating func beginPass(_ traits: BatchTraits) {
    enter(traits)
    phase = .resolving
  }

  /// Until `endEvent` the plugin may call back.
  mutating func beginEvent(_ event: GestureEvent, _ traits: BatchTraits) {
    enter(traits)
    press = PressAnswer(event)
    phase = .event
  }

  /// Takes the status of `resolve`; false if the button is given up.
  mutating func returned(_ status: btn_status) -> Bool {
    if status < 0 { giveUp(status, "") }
    return failure == nil
  }

  /// The first reason holds. Without a message, the refused set with this status is the reason.
  mutating func giveUp(_ status: btn_status, _ message: UTF8String) {
    guard failure == nil else { return }
    var message = message
    if message.isEmpty, let refused, refused.status == status, let words = refused.refusedSetWords {
      message = UTF8String(words)
    }
    failure = Failure(status: status, message: message)
  }

  private mutating func enter(_ traits: BatchTraits) {
    self.traits = traits.traits
    tint = traits.tint
    look.beginPass()
  }

  /// False if the button is given up.
  mutating func endPass() -> Bool {
    phase = .idle
    if failure != nil { return false }
    look.append(to: &passes)
    passCount += 1
    return true
  }

  mutating func endEvent(scratch: GestureScratch) -> GestureAnswer {
    phase = .idle
    arguments = []
    if let failure {
      return GestureAnswer(handle: item.handle, failed: failure.status, failure.message)
    }
    return GestureAnswer(
      handle: item.handle, isTriggered: press.isTriggered, isPressed: press.isPressed,
      timer: press.timer, scratch: scratch)
  }

  mutating func endItem(microseconds: UInt32) {
    arguments = []
    if failure == nil {
      let fits = readKeys.withUnsafeBufferPointer { keys in
        answer.add(
          handle: item.handle, readsTraits: readsTraits, keys: keys, passCount: passCount,
          passes: passes.bytes, microseconds: microseconds)
      }
      if fits { return }
      failure = Failure(status: BTN_E_LIMIT, message: AnswerItem.crowdedOut)
    }
    guard let failure else { return }
    failure.message.bytes.withUnsafeBytes { message in
      readKeys.withUnsafeBufferPointer { keys in
        answer.addFailure(
          handle: item.handle, status: failure.status, message: message,
          readsTraits: readsTraits, keys: keys, microseconds: microseconds)
      }
    }
  }

  /// The answer's frame is valid until the next batch.
  mutating func end() -> UnsafeRawBufferPointer {
    answer.finish()
    return answer.frame
  }

  // MARK: What the plugin calls

  /// 0 for an invalid name, when the table is full, and on another thread.
  mutating func intern(_ name: UnsafeRawBufferPointer) -> btn_key {
    guard pthread_equal(pthread_self(), mainThread) != 0 else { return 0 }
    return keys.intern(name, &replica)
  }

  var keyCount: Int { keys.count }

  /// The key is of state that the manifest's reads do not cover.
  func isDenied(_ key: btn_key) -> Bool {
    guard key > 0, key <= keys.count else { return false }
    if case .denied = keys.entries[Int(key) - 1].meaning { return true }
    return false
  }

  /// Nil if there is no value.
  mutating func get(_ key: btn_key) throws(Refusal) -> btn_value? {
    try checkCaller(phase != .idle)
    let entry = try self.entry(key)
    switch entry.pointee.meaning {
    case .tracked(let slot):
      if phase == .resolving { try record(entry, slot) }
      return read(replica.slots[slot])
    case .configured(let property):
      return look.read(property, traits: traits, usesTraits: &readsTraits)
    case .field(let field):
      if field == .isHovered, phase == .resolving { try record(entry) }
      return read(field)
    case .parameter(let offset):
      return argument(UnsafeRawBufferPointer(rebasing: entry.pointee.name[offset...]))
    case .trait(let field):
      readsTraits = true
      return read(field)
    case .color(let name):
      readsTraits = true
      return btn_value(rgba: Color.named(name).resolved(for: traits))
    case .controlSize: return look.controlSize
    case .now: return btn_value(int: Int64(clamping: nowMilliseconds))
    case .extra: return look.readExtra(entry.pointee.name)
    case .denied: throw .denied
    case .unknown, .settable, .entry: throw .unknownKey
    }
  }

  mutating func set(_ key: btn_key, _ value: btn_value) throws(Refusal) {
    try checkCaller(phase == .resolving)
    let entry = try self.entry(key)
    do throws(Refusal) {
      try set(entry, value)
    } catch {
      if refused == nil || refused?.status == BTN_E_UNKNOWN_KEY {
        refused = NoteFrame(refusedSet: entry.pointee.name, to: value, error.status)
      }
      throw error
    }
  }

  private mutating func set(
    _ entry: UnsafeMutablePointer<KeyTable.Entry>, _ value: btn_value
  ) throws(Refusal) {
    switch entry.pointee.meaning {
    case .settable(let property): try look.write(property, value)
    case .extra: try look.writeExtra(entry.pointee.name, value)
    case .unknown: throw .unknownKey
    case .tracked, .configured, .field, .parameter, .trait, .color, .controlSize, .now, .denied,
      .entry:
      throw .state
    }
  }

  /// The first reason holds.
  mutating func fail(_ status: btn_status, _ message: UnsafeRawBufferPointer) throws(Refusal) {
    try checkCaller(phase != .idle)
    giveUp(status, MessageText.cut(message))
  }

  /// Schedules the button to be resolved again.
  mutating func updateAt(_ time: Int64) throws(Refusal) {
    try checkCaller(phase == .resolving)
    guard time >= 0 else { throw .range }
    guard timers.add(item.handle, at: time) else { throw .limit }
  }

  mutating func trigger() throws(Refusal) {
    try checkCaller(phase == .event && press.canTrigger)
    press.isTriggered = true
  }

  mutating func setPressed(_ isPressed: Bool) throws(Refusal) {
    try checkCaller(phase == .event)
    press.isPressed = isPressed
  }

  /// 0 milliseconds cancels it.
  mutating func setTimer(_ milliseconds: Int32) throws(Refusal) {
    try checkCaller(phase == .event && press.canSetTimer)
    guard let time = UInt32(exactly: milliseconds),
      time == 0 || GestureAnswer.timerRange.contains(time)
    else { throw .range }
    press.timer = time
  }

  // MARK: Reading

  @inline(__always)
  private func checkCaller(_ isInTime: Bool) throws(Refusal) {
    guard isInTime, pthread_equal(pthread_self(), mainThread) != 0 else { throw .state }
  }

  @inline(__always)
  private func entry(_ key: btn_key) throws(Refusal) -> UnsafeMutablePointer<KeyTable.Entry> {
    guard key >= 1, Int(key) <= keys.count else { throw .invalid }
    return keys.entries + Int(key) - 1
  }

  /// Records a dependency of the button on a key, once for each item.
  private mutating func record(
    _ entry: UnsafeMutablePointer<KeyTable.Entry>, _ slot: Int
  ) throws(Refusal) {
    if entry.pointee.readInItem == itemNumber { return }
    guard let id = replica.slots[slot].keyID else { return try record(entry) }
    readKeys.append(.known(id))
    entry.pointee.readInItem = itemNumber
  }

  /// Records a dependency on something that the daemon knows by name, once for each item.
  private mutating func record(
    _ entry: UnsafeMutablePointer<KeyTable.Entry>
  ) throws(Refusal) {
    if entry.pointee.readInItem == itemNumber { return }
    if entry.pointee.namedInAnswer != answerNumber {
      guard let key = answer.addName(entry.pointee.name) else {
        // Without the dependency the look would never be updated.
        giveUp(BTN_E_LIMIT, "the names read are larger than a frame")
        throw .limit
      }
      entry.pointee.answerKey = key
      entry.pointee.namedInAnswer = answerNumber
    }
    readKeys.append(entry.pointee.answerKey)
    entry.pointee.readInItem = itemNumber
  }

  /// A theme's colour with several members depends on this pass's traits.
  private mutating func read(_ slot: Replica.Slot) -> btn_value? {
    guard let others = slot.otherColors else { return slot.isPresent ? slot.value : nil }
    readsTraits = true
    return switch (traits.userInterfaceStyle, traits.contrast) {
    case (.light, .normal): slot.value
    case (.dark, .normal): btn_value(rgba: others.dark)
    case (.light, .high): btn_value(rgba: others.highContrast)
    case (.dark, .high): btn_value(rgba: others.highContrastDark)
    }
  }

  private func read(_ field: KeyMeaning.ButtonField) -> btn_value {
    switch field {
    case .id: btn_value(text: id)
    case .handle: btn_value(int: Int64(bitPattern: item.handle))
    case .role:
      switch item.role {
      case .none: btn_value(literal: "none")
      case .cancel: btn_value(literal: "cancel")
      case .destructive: btn_value(literal: "destructive")
      case .primary: btn_value(literal: "primary")
      }
    case .isEnabled: btn_value(bool: !item.state.contains(.disabled))
    case .isHighlighted: btn_value(bool: item.state.contains(.highlighted))
    case .isSelected: btn_value(bool: item.state.contains(.selected))
    case .isFocused: btn_value(bool: item.state.contains(.focused))
    case .isBusy: btn_value(bool: item.isBusy)
    case .isHovered: btn_value(bool: item.isHovered)
    }
  }

  private mutating func read(_ field: KeyMeaning.TraitField) -> btn_value {
    switch field {
    case .userInterfaceStyle:
      traits.userInterfaceStyle == .dark
        ? btn_value(literal: "dark") : btn_value(literal: "light")
    case .contrast:
      traits.contrast == .high ? btn_value(literal: "high") : btn_value(literal: "normal")
    case .contentSize: btn_value(literal: traits.contentSize.literal)
    case .layoutDirection:
      traits.layoutDirection == .rightToLeft
        ? btn_value(literal: "rightToLeft") : btn_value(literal: "leftToRight")
    case .tint: btn_value(rgba: tint)
    case .locale: look.lend(traits.locale.text)
    case .reduceMotion: btn_value(bool: traits.reduceMotion)
    case .boldText: btn_value(bool: traits.boldText)
    }
  }

  private func argument(_ name: UnsafeRawBufferPointer) -> btn_value? {
    guard let argument = arguments.first(where: { $0.name.isEqual(to: name) }) else { return nil }
    return switch argument.value {
    case .null: .null
    case .bool(let value): btn_value(bool: value)
    case .int(let value): btn_value(int: value)
    case .double(let value): btn_value(float: value)
    case .string(let text): btn_value(text: text)
    case .json(let text): btn_value(text: text, type: BTN_T_JSON)
    }
  }
}
