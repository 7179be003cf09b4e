import ButtonModel
import ButtonProtocol
import ButtonStore

/// Presses that act again while they are held.
extension PressController {
  /// Notes that a client said something of its press, which the daemon decides.
  func noteRepeats(
    _ key: PressKey, _ record: ButtonRecord, _ phase: PressPhase, _ request: PressRequest,
    now: UInt64
  ) {
    guard phase == .pressing, context.settings.tellsTime,
      let behavior = record.definition.repeats
    else { return repeats.end(key) }
    let isBeginning = if case .began = request.event { true } else { false }
    repeats.hold(key, behavior, client: request.client, isBeginning: isBeginning, now: now)
  }

  /// The presses whose time has come to act again, in order.
  func dueRepeats(now: UInt64) -> [(key: PressKey, client: String?)] { repeats.due(now: now) }

  /// Has a press act again, if it is still held and the button takes presses. If that fails, the press
  /// stops repeating, and its release performs the action, with an answer that says what is wrong.
  func repeatPress(_ key: PressKey, client: String?, now: UInt64) {
    guard let record = buttons[key.slot], let behavior = record.definition.repeats,
      case .standard(var recognizer)? = table[key], recognizer.phase == .pressing,
      buttons.refusal(of: record) == nil
    else { return repeats.end(key) }
    repeats.again(key, behavior, now: now)
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
      repeats.end(key)
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
    context.actions.append(.performed(definition, client: client, revision: revision))
  }
}
