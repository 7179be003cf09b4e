import ButtonModel
import ButtonProtocol
import ButtonStore

/// What presses do at a time: held ones act, taps end their wait, and styles' timers fire.
extension PressController {
  /// After a client's event, for a press that the daemon decides.
  func setTimer(
    _ key: PressKey, _ record: ButtonRecord, _ recognizer: GestureRecognizer, isBeginning: Bool,
    now: UInt64
  ) {
    guard record.isTimed, context.settings.tellsTime,
      let delay = recognizer.delay(for: record.definition)
    else { return timers.end(key) }
    if !isBeginning, !recognizer.isWaiting, timers.isSet(key) {
      return timers.hear(key, now: now)
    }
    timers.set(key, afterMs: delay, heard: now, now: now)
  }

  /// The press acts, or its style gets an event.
  func timeCame(_ key: PressKey, now: UInt64) {
    switch table[key] {
    case nil: timers.end(key)
    case .standard:
      guard let record = buttons[key.slot] else { return timers.end(key) }
      completeTap(key, record, now: now)
      hold(key, record, now: now)
    case .primitive(let press, _):
      timers.end(key)
      if press.events.takeTimer(client: press.client) { active.note(press) }
    }
  }

  /// As the style has answered; 0 milliseconds stop the timer.
  func setTimer(of press: PrimitivePress, _ milliseconds: UInt32, now: UInt64) {
    guard press.events.dropTimer(), active.isKnown(press) else { return }
    timers.end(press.key)
    // A replay has the actions that timers led to; it must not have them twice.
    if milliseconds == 0 || !context.settings.tellsTime { return }
    timers.set(press.key, afterMs: Int(milliseconds), heard: press.heard, now: now)
  }

  /// Performs a tap that has waited for a second press long enough, or whose second press is held.
  func completeTap(_ key: PressKey, _ record: ButtonRecord, now: UInt64?) {
    guard case .standard(var recognizer, let client)? = table[key],
      let place = recognizer.takeTap()
    else { return }
    table[key] = recognizer.isOver ? nil : .standard(recognizer, client: client)
    guard buttons.refusal(of: record) == nil else { return }
    try? act(place, key, record, client: client, now: now)
  }

  /// Has a press that is still held act, if the button takes presses. If that fails, the press does
  /// not act again, and its release performs the action, with an answer that says what is wrong.
  private func hold(_ key: PressKey, _ record: ButtonRecord, now: UInt64) {
    guard case .standard(var recognizer, let client)? = table[key],
      recognizer.phase == .pressing, buttons.refusal(of: record) == nil
    else { return timers.end(key) }
    let place: ActionPlace
    if let behavior = record.definition.repeats {
      place = .press
      timers.setNext(key, afterMs: behavior.everyMs, now: now)
    } else {
      place = .gesture(.longPress)
      timers.end(key)
      if record.definition[place] == nil { return }
    }
    do throws(EngineError) {
      try act(place, key, record, client: client, now: now)
      recognizer.noteActed()
    } catch {
      // A condition may hold the next time.
      if case .guarded = error, place == .press { return }
      timers.end(key)
      recognizer.noteFailed(place)
      if place != .press { note(place, key, record, refusal: error, now: now) }
    }
    // The action may have ended the press.
    if table[key] != nil { table[key] = .standard(recognizer, client: client) }
  }

  /// Performs an action that no request asks for.
  private func act(
    _ place: ActionPlace, _ key: PressKey, _ record: ButtonRecord, client: String?, now: UInt64?
  ) throws(EngineError) {
    let performed = try perform(place, record, for: Requester(client: client))
    tell(of: performed, key, record, client: client)
    note(place, key, record, now: now)
  }

  /// Notes, for recorders, what no replay would do alone.
  func note(
    _ place: ActionPlace, _ key: PressKey, _ record: ButtonRecord, refusal: EngineError? = nil,
    now: UInt64?
  ) {
    let gesture: TimedGesture? = if case .gesture(let gesture) = place { gesture } else { nil }
    context.timedChanges.append(
      (
        .performed(record.id, gesture: gesture, connection: key.connection, refusal: refusal), now
      ))
  }

  /// Notifies subscribers to actions, unless the fleet does.
  private func tell(
    of performed: Performed, _ key: PressKey, _ record: ButtonRecord, client: String?
  ) {
    let definition = record.definition.performing(performed.place)
    if let shared = context.shared {
      let press = SharedPress(
        definition: definition, client: client, phase: .pressing, waiters: [],
        scope: WaitScope(buttons: [key.slot]))
      if case .later = shared.writer.take(press) { return }
    }
    state.notify(PerformedAction(definition, client: client, revision: performed.revision))
  }
}
