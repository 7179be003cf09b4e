import ButtonModel
import ButtonProtocol
import ButtonStore

/// Presses that act again while they are held, and the timers of presses that a style decides.
extension PressController {
  /// Notes that a client said something of its press, which the daemon decides.
  func noteRepeats(
    _ key: PressKey, _ record: ButtonRecord, _ phase: PressPhase, _ request: PressRequest,
    now: UInt64
  ) {
    guard phase == .pressing, context.settings.tellsTime,
      let behavior = record.definition.repeats
    else { return timers.end(key) }
    let isBeginning = if case .began = request.event { true } else { false }
    if !isBeginning, timers.isSet(key) { return timers.hear(key, now: now) }
    timers.set(
      key, afterMs: behavior.afterMs, client: request.client, heard: now, now: now)
  }

  /// The time of a press has come: it acts again, or its style gets an event.
  func timeCame(_ key: PressKey, client: String?, now: UInt64) {
    switch table[key] {
    case nil: timers.end(key)
    case .standard: repeatPress(key, client: client, now: now)
    case .primitive(let press, _):
      timers.end(key)
      if press.events.takeTimer(client: client) { note(press) }
    }
  }

  /// Sets the timer of a press as its style has answered; 0 milliseconds take it away.
  func setTimer(of press: PrimitivePress, _ milliseconds: UInt32, now: UInt64) {
    guard press.events.dropTimer(), isKnown(press) else { return }
    timers.end(press.key)
    // A replay has the actions that timers led to; it must not have them twice.
    if milliseconds == 0 || !context.settings.tellsTime { return }
    timers.set(
      press.key, afterMs: Int(milliseconds), client: press.client, heard: press.heard, now: now)
  }

  /// Has a press act again, if it is still held and the button takes presses. If that fails, the press
  /// stops repeating, and its release performs the action, with an answer that says what is wrong.
  private func repeatPress(_ key: PressKey, client: String?, now: UInt64) {
    guard let record = buttons[key.slot], let behavior = record.definition.repeats,
      case .standard(var recognizer)? = table[key], recognizer.phase == .pressing,
      buttons.refusal(of: record) == nil
    else { return timers.end(key) }
    timers.setNext(key, afterMs: behavior.everyMs, now: now)
    context.shared?.writer.expect(waitsForFleet: false, client: client)
    do throws(EngineError) {
      guard let revision = try performUnlessGuarded(record) else { return }
      recognizer.noteRepeat()
      // The action may have ended the press.
      if table[key] != nil { table[key] = .standard(recognizer) }
      tell(of: record, key, client: client, revision: revision)
      context.actions.append(
        .timePassed(.repeated(record.id, connection: key.connection), now: now))
    } catch {
      timers.end(key)
      recognizer.noteFailedRepeat()
      if table[key] != nil { table[key] = .standard(recognizer) }
    }
  }

  /// Tells subscribers to actions of one that was performed, unless the fleet does.
  private func tell(
    of record: ButtonRecord, _ key: PressKey, client: String?, revision: UInt64
  ) {
    let definition = record.definition
    if let shared = context.shared {
      let press = SharedPress(
        definition: definition, client: client, phase: .pressing, waiters: [],
        scope: WaitScope(buttons: [key.slot]))
      if case .later = shared.writer.take(press) { return }
    }
    state.notifyPerformed(definition, client: client, revision: revision)
  }
}
