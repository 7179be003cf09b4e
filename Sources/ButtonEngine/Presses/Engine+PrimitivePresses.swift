import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// The lane of a button's style that decides itself what a press is; nil for all other styles.
  func primitiveLane(_ record: ButtonRecord) -> Lane? {
    guard let stage = record.stages.first, stage.style != ButtonRecord.Stage.none else {
      return nil
    }
    let lane = self.lane(stage.lane)
    let styles = lane.descriptor.styles
    return Int(stage.style) < styles.count && styles[Int(stage.style)].isPrimitive ? lane : nil
  }

  /// Takes an event of a press of which the style in `lane` says what it means.
  func primitivePress(
    _ request: PressRequest, _ key: PressKey, _ record: ButtonRecord, lane: Lane
  ) -> PressOutcome {
    if case .standard? = presses[key] { forgetPresses(of: key.slot) }
    let known = presses[key]?.primitive
    let isBeginning = if case .began = request.event { true } else { false }
    let isReachable =
      lane.isReady && !lane.gestures.isOverdue && !record.isPoisoned
    guard isBeginning ? isReachable : known != nil else {
      // A press that cannot begin ends the one before all the same.
      if let known {
        answerInactive(known.events.cancel())
        update(known)
      }
      return .known(.inactive, performed: nil)
    }
    let press = known ?? PrimitivePress(key: key, record: record, lane: lane)
    if known == nil {
      presses[key] = .primitive(press, isPressing: false)
      presses.follow(record.boundKeys, key.slot)
    }
    let taken = press.events.take(
      request.event, size: drawnSize(key), client: request.client,
      waiter: request.ticket.map {
        GestureQueue.Waiter(ticket: $0, isPublishedFirst: request.isPublishedFirst)
      })
    answerInactive(taken.dropped)
    update(press)
    return taken.isQueued ? .later : .known(.inactive, performed: nil)
  }

  /// Brings the table, the lane's list and the look in line with a press.
  func update(_ press: PrimitivePress) {
    note(press)
    if records[Int(press.key.slot.rawValue)] === press.record {
      showHighlight(press.key.slot, press.record)
    }
  }

  /// The same without the look.
  func note(_ press: PrimitivePress) {
    if isKnown(press) {
      presses[press.key] =
        press.events.isDone ? nil : .primitive(press, isPressing: press.events.isPressed)
    }
    if press.events.isReady { press.lane.gestures.list(press, live: presses.count) }
  }

  private func isKnown(_ press: PrimitivePress) -> Bool {
    presses[press.key]?.primitive === press
  }

  /// Answers requests of a press that came to nothing.
  func answerInactive(_ waiters: [GestureQueue.Waiter]) {
    answer(waiters, .success(phaseResult(.inactive)))
  }

  /// Answers requests, or has them wait on until all is published or, if they made a change, durable;
  /// a refusal is told at once.
  func answer(
    _ waiters: [GestureQueue.Waiter], _ result: Result<[UInt8], EngineError>,
    isChange: Bool = false, of concern: Concern? = nil, now: UInt64 = 0
  ) {
    for waiter in waiters {
      if waiter.isPublishedFirst, let concern, case .success(let text) = result {
        awaitPublished(
          waiter.ticket, of: concern, result: text, isChange: isChange, now: now)
      } else if isChange, case .success(let text) = result {
        awaitDurable(waiter.ticket, result: text)
      } else {
        actions.append(.answered(waiter.ticket, result))
      }
    }
  }

  /// The result object that names a phase.
  func phaseResult(_ phase: PressPhase) -> [UInt8] {
    writer.removeAll(keepingCapacity: true)
    PressResponse(phase: phase).write(into: &writer)
    return [UInt8](writer.bytes)
  }
}
