import ButtonModel
import ButtonProtocol
import ButtonStore

/// Handles press events: decides what they mean, unless a style does, and performs actions.
final class PressController {
  let context: EngineContext
  private let store: Store
  let buttons: ButtonTable
  let state: StateWriter
  let active: ActivePresses
  private let actions: ActionEvaluator
  var timers = PressTimers()

  init(
    _ context: EngineContext, buttons: ButtonTable, state: StateWriter, active: ActivePresses
  ) {
    self.context = context
    store = context.store
    self.buttons = buttons
    self.state = state
    self.active = active
    actions = ActionEvaluator(context)
  }

  var table: PressTable {
    _read { yield active.table }
    _modify { yield &active.table }
  }

  var count: Int { table.count }

  /// A press that completes performs the button's action at once: the button is released, then the
  /// action is applied, and both are published in one frame.
  func press(
    _ request: PressRequest, now: UInt64
  ) throws(EngineError) -> PressOutcome {
    let (slot, record) = try buttons.button(request.id)
    let key = PressKey(slot: slot, connection: request.connection)
    if case .began = request.event {
      if let refusal = refusal(of: record) {
        active.end(key, record)
        throw refusal
      }
      try checkRoom(for: key)
    }
    if let lane = active.primitiveLane(record) {
      return primitivePress(request, key, record, lane: lane, now: now)
    }
    var recognizer = GestureRecognizer()
    switch table[key] {
    case nil: break
    case .standard(let present, _): recognizer = present
    case .primitive: active.forgetPresses(of: slot)
    }
    let isBeginning = if case .began = request.event { true } else { false }
    if recognizer.isWaiting, !isBeginning { return .known(.inactive, performed: nil) }
    let isDouble = record.isTimed && record.definition.timedActions[.doublePress] != nil
    let tellsTime = context.settings.tellsTime
    let outcome = recognizer.handle(
      request.event, size: drawnSize(key), awaitsSecond: isDouble && tellsTime)
    table[key] = recognizer.isOver ? nil : .standard(recognizer, client: request.client)
    table.follow(record.boundKeys, slot)
    active.showHighlight(slot, record)
    setTimer(key, record, recognizer, isBeginning: isBeginning, now: now)
    // Where time tells double presses, a replay takes what the button does from its recording.
    guard let place = outcome.triggered, tellsTime || !isDouble else {
      return .known(outcome.phase, performed: nil)
    }
    let performed = try performUnlessGuarded(
      place, record, of: slot, for: request.requester, now: now)
    if performed != nil, isDouble || place != .press { note(place, key, record, now: now) }
    return .known(outcome.phase, performed: performed)
  }

  func reportLayout(
    of id: UTF8String, size: DrawnSize, _ connection: ConnectionID
  ) throws(EngineError) {
    let (slot, _) = try buttons.button(id)
    let key = PressKey(slot: slot, connection: connection)
    if !table.hasLayout(key) {
      try context.checkRoom(for: PressTable.layoutBytes, of: connection)
    }
    let isNoted = table.report(
      size, key, generation: store.generation(of: slot),
      limit: context.settings.limits.layouts
    ) { store.isInUse($0) && store.generation(of: $0) == $1 }
    if !isNoted {
      throw context.settings.limits.exceeded(\.layouts)
    }
  }

  /// Triggers the action without a press, as a keypad would.
  func trigger(
    _ id: UTF8String, _ gesture: TimedGesture?, for requester: Requester?
  ) throws(EngineError) -> Performed {
    let (_, record) = try buttons.button(id)
    if let gesture, record.definition.timedActions[gesture] == nil {
      throw .notFound(kind: "gesture", name: gesture.rawValue, nearest: nil, index: nil)
    }
    if let refusal = buttons.refusal(of: record) { throw refusal }
    return try perform(gesture.map(ActionPlace.gesture) ?? .press, record, for: requester)
  }

  /// As an encoder does.
  func rotate(
    _ id: UTF8String, by delta: Int, for requester: Requester?
  ) throws(EngineError) -> Performed {
    let (_, record) = try buttons.button(id)
    guard record.definition.rotation != nil else {
      throw .notFound(
        kind: "rotation of button", name: id.string, nearest: nil, index: nil)
    }
    if let refusal = buttons.refusal(of: record) { throw refusal }
    return try perform(.rotation, record, delta: delta, for: requester)
  }

  func choose(
    _ item: String, inMenuOf id: UTF8String, for requester: Requester?
  ) throws(EngineError) -> Performed {
    let (_, record) = try buttons.button(id)
    guard let index = record.definition.menu.firstIndex(where: { $0.id == item }) else {
      throw .notFound(
        kind: "item", name: item,
        nearest: NearestName.find(item, among: record.definition.menu.map(\.id)), index: nil)
    }
    if let refusal = buttons.refusal(of: record) { throw refusal }
    guard buttons.menu(of: record)[index].isEnabled else { throw .itemDisabled(item) }
    return try perform(.menuItem(index), record, for: requester)
  }

  /// Why a press does not begin now; nil if the conditions let it perform something.
  private func refusal(of record: ButtonRecord) -> EngineError? {
    if let refusal = buttons.refusal(of: record) { return refusal }
    guard let refusal = actions.refusal(of: record.programs[.press]) else { return nil }
    for gesture in record.definition.timedActions.keys
    where actions.refusal(of: record.programs[.gesture(gesture)]) == nil {
      return nil
    }
    return refusal
  }

  /// Performs the action of a complete press; nil if the action's condition no longer holds.
  func performUnlessGuarded(
    _ place: ActionPlace, _ record: ButtonRecord, of slot: ButtonSlot, for requester: Requester?,
    now: UInt64
  ) throws(EngineError) -> Performed? {
    if actions.refusal(of: record.programs[place]) != nil { return nil }
    var performed = try apply(place, record, for: requester)
    performed.press = context.recentPresses.add(slot, now: now)
    return performed
  }

  /// Throws if the action's condition does not hold.
  func perform(
    _ place: ActionPlace, _ record: ButtonRecord, delta: Int? = nil, for requester: Requester?
  ) throws(EngineError) -> Performed {
    if let refusal = actions.refusal(of: record.programs[place], delta: delta) { throw refusal }
    return try apply(place, record, delta: delta, for: requester)
  }

  /// As one change set.
  private func apply(
    _ place: ActionPlace, _ record: ButtonRecord, delta: Int? = nil, for requester: Requester?
  ) throws(EngineError) -> Performed {
    let performance = Performance(place, of: record, delta: delta)
    var changes = ChangeSet()
    changes.waitsForFleet = requester?.waitsForFleet == true
    let places = try actions.addOperations(of: performance, to: &changes)
    if let shared = context.shared, shared.performs(record.definition.id) {
      changes.performer = ChangeSet.Performer(
        record.definition.performing(place, delta: delta), client: requester?.client)
    } else if changes.count == 0 {
      return Performed(place: place, revision: store.revision, delta: delta)
    }
    let revision: UInt64
    do throws(EngineError) {
      revision = try state.apply(&changes)
    } catch {
      throw places.map { places in error.at { places[$0] } } ?? error
    }
    return Performed(place: place, revision: revision, delta: delta)
  }

  /// As far as the client has reported it.
  func drawnSize(_ key: PressKey) -> DrawnSize {
    table.size(key, generation: store.generation(of: key.slot))
  }

  private func checkRoom(for key: PressKey) throws(EngineError) {
    let held = table.slots(heldBy: key.connection)
    if held.contains(key.slot) { return }
    if held.count >= context.settings.limits.presses {
      throw context.settings.limits.exceeded(\.presses)
    }
    try context.checkRoom(for: PressTable.pressBytes, of: key.connection)
  }

  // MARK: Presses that a style decides

  /// Handles an event of a press that the style in `lane` decides.
  func primitivePress(
    _ request: PressRequest, _ key: PressKey, _ record: ButtonRecord, lane: Lane, now: UInt64
  ) -> PressOutcome {
    if case .standard? = table[key] { active.forgetPresses(of: key.slot) }
    let known = table[key]?.primitive
    let isBeginning = if case .began = request.event { true } else { false }
    let isReachable =
      lane.isReady && !lane.gestures.isOverdue && !record.isPoisoned
    guard isBeginning ? isReachable : known != nil else {
      active.end(key, record)
      return .known(.inactive, performed: nil)
    }
    let press = known ?? PrimitivePress(key: key, record: record, lane: lane)
    if known == nil {
      table[key] = .primitive(press, isPressing: false)
      table.follow(record.boundKeys, key.slot)
    }
    press.heard = now
    press.client = request.client
    if case .moved = request.event { timers.hear(key, now: now) } else { timers.end(key) }
    let taken = press.events.take(
      request.event, size: drawnSize(key), client: request.client,
      waiter: request.ticket.map {
        PressWaiter(
          ticket: $0, isPublishedFirst: request.isPublishedFirst,
          waitsForFleet: request.waitsForFleet)
      })
    active.answerInactive(taken.dropped)
    active.update(press)
    return taken.isQueued ? .later : .known(.inactive, performed: nil)
  }

  // MARK: The end of presses

  /// Also forgets the sizes that the connection reported. Performs the action of a press that it
  /// has released already, and at once a tap that waits for a second press.
  func closePresses(of connection: ConnectionID) {
    let keys = table.slots(heldBy: connection).map { PressKey(slot: $0, connection: connection) }
    for key in keys.sorted(by: { timers.time(of: $0) < timers.time(of: $1) }) {
      if let primitive = table[key]?.primitive {
        _ = primitive.events.cancel()
        active.update(primitive)
      } else if let record = buttons[key.slot] {
        completeTap(key, record, now: nil)
        table[key] = nil
        active.showHighlight(key.slot, record)
      }
    }
    table.forgetLayouts(of: connection)
  }

  // MARK: What is known of pointers

  var layouts: [(connection: ConnectionID, id: String, size: DrawnSize)] {
    table.layouts { store.isInUse($0) && store.generation(of: $0) == $1 }
      .compactMap { key, size in
        buttons[key.slot].map { (key.connection, $0.id.string, size) }
      }
      .sorted { ($0.connection.rawValue, $0.id) < ($1.connection.rawValue, $1.id) }
  }

  /// See ``Engine/isAwaitingStyle(of:_:)``.
  func isAwaitingStyle(of id: UTF8String, _ connection: ConnectionID) -> Bool {
    guard let slot = buttons.slot(of: id) else { return false }
    let press = table[PressKey(slot: slot, connection: connection)]
    return press?.primitive?.events.isAwaited == true
  }

  /// The presses under way, without taps that wait for a second press.
  var pressesUnderWay: [(connection: ConnectionID, id: String, hasRepeated: Bool)] {
    table.keys
      .compactMap { key in
        guard let record = buttons[key.slot], let press = table[key], !press.isWaiting else {
          return nil
        }
        return (key.connection, record.id.string, press.hasRepeated)
      }
      .sorted { ($0.connection.rawValue, $0.id) < ($1.connection.rawValue, $1.id) }
  }
}
