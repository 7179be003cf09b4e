import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// Tells lanes what pointers did, as far as they take it now. They see the state as it is after
  /// everything that was asked for before.
  func sendGestures(now: UInt64) {
    for lane in lanes where lane.gestures.isReady {
      guard lane.isReady, !lane.isHungry, !store.hasUncommittedWrites else {
        continue
      }
      while lane.gestures.isReady, let press = lane.gestures.next() {
        send(press, now: now)
      }
    }
  }

  private func send(_ press: PrimitivePress, now: UInt64) {
    let event = press.events.next()
    guard let batch = singleBatch(press.key.slot, press.record, stage: 0) else {
      return fail(press)
    }
    let sequence = press.lane.takeSequence()
    let gesture = GestureEvent(event, isPressed: press.events.isPressed)
    let fits = batch.withUnsafeBytes { batch in
      gestureEncoder.encode(
        sequence: sequence, handle: press.handle, gesture, scratch: press.events.scratch,
        batch: batch)
    }
    guard fits else { return fail(press) }
    press.lane.gestures.sent.append(
      GestureLane.Sent(
        sequence: sequence, handle: press.handle, press: press,
        deadline: now &+ settings.gestureDeadline))
    actions.append(
      .sendGesture(
        lane: press.lane.id, sequence: sequence,
        payload: [UInt8](gestureEncoder.payload)))
  }

  /// A lane's worker says what an event means; the payload is not trusted.
  package func gestureAnswer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer, now: UInt64
  ) {
    let lane = self.lane(id)
    guard let sent = lane.gestures.sent.first, sent.sequence == sequence else {
      actions.append(
        .violation(lane: id, message: "answered gesture \(sequence), not the next one"))
      return
    }
    let answer: GestureAnswer
    do {
      answer = try GestureAnswer(payload: payload)
    } catch {
      actions.append(.violation(lane: id, message: "answered with a malformed frame: \(error)"))
      return
    }
    guard answer.handle == sent.handle else {
      actions.append(.violation(lane: id, message: "answered for another button than was pressed"))
      return
    }
    lane.gestures.sent.removeFirst()
    take(answer, sent.press, now: now)
  }

  private func take(_ answer: GestureAnswer, _ press: PrimitivePress, now: UInt64) {
    if answer.status < 0 { return fail(press) }
    guard let event = press.events.answered(answer) else { return update(press) }
    update(press)
    let phase: PressPhase =
      event.phase == .ended ? .inactive : press.events.isPressed ? .pressing : .outOfBounds
    var result: Result<[UInt8], EngineError> = .success(phaseResult(phase))
    if answer.isTriggered {
      let definition = press.record.definition
      do {
        let revision = try perform(definition.action)
        actions.append(.performed(definition, client: event.client, revision: revision))
      } catch {
        result = .failure(error)
      }
    }
    let concern = concern(
      pressOf: press.key.slot,
      performing: answer.isTriggered ? press.record.definition.action : nil)
    self.answer(
      event.waiters, result, isChange: answer.isTriggered, of: concern, now: now)
  }

  private func fail(_ press: PrimitivePress) {
    answerInactive(press.events.failed())
    update(press)
  }

  /// Gives up the presses of which a lane has not said in time what they mean.
  func expireGestures(now: UInt64) {
    for lane in lanes {
      for index in lane.gestures.sent.indices {
        let sent = lane.gestures.sent[index]
        if sent.deadline > now { break }
        if sent.isOverdue { continue }
        lane.gestures.sent[index].isOverdue = true
        answerInactive(sent.press.events.cancelAll())
        update(sent.press)
      }
    }
  }

  /// When the next press must be given up; nil when no style is asked.
  var gestureWake: UInt64? {
    var wake: UInt64?
    for lane in lanes {
      guard let sent = lane.gestures.sent.first(where: { !$0.isOverdue }) else { continue }
      wake = min(wake ?? .max, sent.deadline)
    }
    return wake
  }

  /// A lane's worker is gone, and with it all presses that it decides.
  func dropGestures(ofLane lane: Lane) {
    lane.gestures.removeAll()
    for press in presses.primitives(inLane: lane) {
      answerInactive(press.events.failed())
      update(press)
    }
  }
}

extension GestureEvent {
  /// The event as a style is told.
  fileprivate init(_ event: GestureQueue.Event, isPressed: Bool) {
    self.init(
      event.phase, isInside: event.place.isInside, isPressed: isPressed,
      location: event.place.location.map { Location(x: $0.x, y: $0.y) },
      width: event.size.width, height: event.size.height)
  }
}
