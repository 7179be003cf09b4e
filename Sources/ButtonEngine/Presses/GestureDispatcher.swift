import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// Sends pointer events to the styles that decide what a press is, and handles their answers.
final class GestureDispatcher {
  private let context: EngineContext
  private let store: Store
  private let lanes: LaneTable
  private let presses: PressController
  private let active: ActivePresses
  private let batches: BatchWriter
  private let durability: DurabilityGate
  private let waits: WaitList
  private var encoder = GestureEncoder()

  init(
    _ context: EngineContext, plugins: PluginScheduler, presses: PressController,
    durability: DurabilityGate, waits: WaitList
  ) {
    self.context = context
    store = context.store
    lanes = plugins.lanes
    self.presses = presses
    active = presses.active
    batches = plugins.batches
    self.durability = durability
    self.waits = waits
  }

  /// Sends events to lanes that can take them now. Styles see the state after all earlier requests.
  func send(now: UInt64) {
    guard lanes.haveGestures else { return }
    for lane in lanes.all where lane.gestures.canSend {
      guard lane.isReady, !lane.needsFullState, !store.hasUncommittedWrites else {
        continue
      }
      while lane.gestures.canSend, let press = lane.gestures.dequeue() {
        send(press, now: now)
      }
    }
  }

  private func send(_ press: PrimitivePress, now: UInt64) {
    let event = press.events.next()
    guard let batch = batches.singleBatch(press.key.slot, press.record, stage: 0) else {
      return fail(press)
    }
    let sequence = press.lane.takeSequence()
    let gesture = GestureEvent(event, isPressed: press.events.isPressed)
    let fits = batch.withUnsafeBytes { batch in
      encoder.encode(
        sequence: sequence, handle: press.handle, gesture, scratch: press.events.scratch,
        batch: batch)
    }
    guard fits else { return fail(press) }
    press.lane.gestures.noteSent(
      GestureBacklog.SentEvent(
        sequence: sequence, handle: press.handle, press: press,
        deadline: now &+ context.settings.gestureDeadline))
    context.actions.append(
      .sendGesture(
        lane: press.lane.id, sequence: sequence,
        payload: [UInt8](encoder.payload)))
  }

  /// The payload is untrusted.
  func answer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer, now: UInt64
  ) {
    let lane = lanes[id]
    guard let sent = lane.gestures.unanswered.first, sent.sequence == sequence else {
      context.actions.append(
        .violation(lane: id, message: "answered gesture \(sequence), not the next one"))
      return
    }
    let answer: GestureAnswer
    do {
      answer = try GestureAnswer(payload: payload)
    } catch {
      let message = "answered with a malformed frame: \(error)"
      context.actions.append(.violation(lane: id, message: message))
      return
    }
    guard answer.handle == sent.handle else {
      context.actions.append(
        .violation(lane: id, message: "answered for another button than was pressed"))
      return
    }
    lane.gestures.noteAnswered()
    take(answer, sent.press, now: now)
  }

  private func take(_ answer: GestureAnswer, _ press: PrimitivePress, now: UInt64) {
    if answer.status < 0 { return fail(press) }
    guard let event = press.events.answered(answer) else { return active.update(press) }
    active.update(press)
    if event.phase == .began { press.hasRepeated = false }
    // Otherwise the longest timer that a style may set now would come a moment too late.
    if event.phase != .timer { press.heard = now }
    if let timer = answer.timer { presses.setTimer(of: press, timer, now: now) }
    let phase: PressPhase =
      event.phase == .ended ? .inactive : press.events.isPressed ? .pressing : .outOfBounds
    var result: Result<[UInt8], EngineError> = .success(active.phaseResult(phase))
    let definition = press.record.definition
    var isChange = false
    if answer.isTriggered {
      let requester = Requester(
        client: event.client, waitsForFleet: event.waiters.contains(where: \.waitsForFleet))
      do {
        if let performed = try presses.performUnlessGuarded(
          .press, press.record, of: press.key.slot, for: requester, now: now)
        {
          isChange = true
          noteRepeat(press, event, now: now)
          if let shared = context.shared {
            switch shared.writer.take(sharedPress(press, event, phase)) {
            case .local: break
            case .accepted(let mark): result = .success(active.phaseResult(phase, fleet: mark))
            case .later: return
            }
          }
          durability.notifyDurable(
            .performed(
              PerformedAction(
                definition, client: event.client, revision: performed.revision,
                press: performed.press)))
        }
      } catch {
        result = .failure(error)
      }
    }
    let scope = waits.scope(
      pressOf: press.key.slot, performing: isChange ? definition : nil)
    tell(event.waiters, result, isChange: isChange, of: scope, now: now)
  }

  /// Tells those who record of an action that a replay, in which no timers fire, would not have:
  /// one at the timer, and any later one of that press.
  private func noteRepeat(_ press: PrimitivePress, _ event: GestureQueue.Event, now: UInt64) {
    if event.phase == .timer { press.hasRepeated = true }
    guard press.hasRepeated else { return }
    presses.note(.press, press.key, press.record, now: now)
  }

  private func sharedPress(
    _ press: PrimitivePress, _ event: GestureQueue.Event, _ phase: PressPhase
  ) -> SharedPress {
    SharedPress(
      definition: press.record.definition, client: event.client, phase: phase,
      waiters: event.waiters,
      scope: waits.scope(pressOf: press.key.slot, performing: press.record.definition))
  }

  private func fail(_ press: PrimitivePress) {
    active.answerInactive(press.events.failed())
    active.update(press)
  }

  /// Cancels the presses whose lane has not answered in time.
  func expire(now: UInt64) {
    guard lanes.haveGestures else { return }
    for lane in lanes.all {
      for press in lane.gestures.markOverdue(
        now: now, atMost: context.settings.gestureDeadline)
      {
        active.answerInactive(press.events.cancelAll())
        active.update(press)
      }
    }
  }

  /// When to cancel the next press; nil if no event is unanswered.
  var nextDeadline: UInt64? {
    guard lanes.haveGestures else { return nil }
    var wake: UInt64?
    for lane in lanes.all {
      guard let sent = lane.gestures.unanswered.first(where: { !$0.isOverdue }) else { continue }
      wake = min(wake ?? .max, sent.deadline)
    }
    return wake
  }

  /// Errors at once; results once published if requested, or once durable if they made a change.
  private func tell(
    _ waiters: [PressWaiter], _ result: Result<[UInt8], EngineError>,
    isChange: Bool, of scope: WaitScope, now: UInt64
  ) {
    for waiter in waiters {
      guard case .success(let text) = result else {
        context.answer(waiter.ticket, result)
        continue
      }
      waits.answer(
        waiter.ticket, text, once: waiter.milestone(scope, since: now), isChange: isChange)
    }
  }
}

extension GestureEvent {
  fileprivate init(_ event: GestureQueue.Event, isPressed: Bool) {
    self.init(
      event.phase, isInside: event.place.isInside, isPressed: isPressed,
      location: event.place.location.map { Location(x: $0.x, y: $0.y) },
      width: event.size.width, height: event.size.height)
  }
}
