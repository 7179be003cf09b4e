import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel
import Testing

@testable import ButtonEngine

/// Each part of the engine without the engine: with no more than the parts that it uses.
@Suite struct PartTests {
  @Test func theClockCountsTicksAndFramesApart() {
    let clock = TickClock()
    clock.beginTick(now: 5, deadline: 9, group: 0)
    #expect(!clock.isBetweenFrames)
    clock.frame.isOpen = false
    clock.beginTick(now: 6, deadline: 10, group: 0)
    clock.frame.isOpen = false
    #expect(clock.nextSerial() == 1)
    #expect(!clock.isBetweenFrames)
    #expect(clock.endFrame() == 0)
    #expect(clock.isBetweenFrames)
    #expect(clock.tickNumber == 2)
    #expect(clock.frameNumber == 1)
    #expect(clock.publishedSerial == 1)
  }

  @Test func theTableFindsAButtonBySlotIDAndHandle() throws {
    let kit = PartKit()
    let (slot, record) = try kit.insert(.make("a"))
    #expect(kit.buttons.slot(of: "a") == slot)
    #expect(kit.buttons[slot] === record)
    #expect(kit.buttons.record(handle: record.handle(slot)) === record)
    #expect(kit.buttons.slots(matching: Match(patterns: ["a*"])) == [slot])
    kit.buttons.remove(slot, record)
    #expect(kit.buttons.record(handle: record.handle(slot)) == nil)
    #expect(kit.buttons.slot(of: "a") == nil)
    #expect(kit.buttons.definitionBytes == 0)
  }

  @Test func theBoardShowsALookOnlyIfItDiffers() throws {
    let kit = PartKit()
    let (slot, record) = try kit.insert(.make("a", title: "A"))
    kit.looks.showLooks(slot, record, revision: 0)
    kit.looks.showLooks(slot, record, revision: 0)
    #expect(kit.context.clock.serial == 1)
    let look = try #require(kit.looks.traitSets[0]?.looks[slot])
    #expect(String(decoding: look.appearance, as: UTF8.self).contains("\"title\":\"A\""))
  }

  @Test func theSchedulerAsksALaneForItsDirtyButtons() throws {
    let kit = PartKit()
    let lane = kit.addLane(FakePlugin("p") { _ in })
    try kit.insert(.make("a", "p/style"))
    try kit.insert(.make("b"))
    kit.enqueueDirty()
    kit.plugins.sendAll()
    guard case .sendBatch(lane.id, _, 1, _)? = kit.context.actions.first else {
      Issue.record("no batch of one button was sent")
      return
    }
    #expect(!kit.plugins.isIdle)
    kit.plugins.beginDrawing()
    kit.plugins.draw(now: 0)
    #expect(kit.context.clock.pending.total == 1)
  }

  @Test func onlyLanesWithSomethingToDoAreActive() throws {
    let kit = PartKit()
    let idle = kit.addLane(FakePlugin("idle") { _ in })
    let lane = kit.addLane(FakePlugin("p") { _ in })
    kit.lanes.retireIdle()
    #expect(kit.lanes.active.isEmpty)
    try kit.insert(.make("a", "p/style"))
    kit.enqueueDirty()
    #expect(kit.lanes.active.map(\.id) == [lane.id])
    kit.plugins.sendAll()
    kit.lanes.retireIdle()
    #expect(kit.lanes.active.isEmpty)
    kit.plugins.laneDown(idle.id, status: PluginStatus(state: .restarting), now: 0)
    kit.lanes.retireIdle()
    #expect(kit.lanes.active.map(\.id) == [idle.id])
  }

  @Test func definitionsAreTakenAllOrNone() throws {
    let kit = PartKit()
    #expect(try kit.definer.define([.make("a"), .make("b")]) == 1)
    #expect(kit.buttons.count == 2)
    #expect(throws: EngineError.self) {
      try kit.definer.define([.make("c"), .make("d", "none/style")])
    }
    #expect(kit.buttons.count == 2)
    #expect(kit.definer.remove(Match(patterns: ["a", "c"])) == ["a"])
    #expect(kit.buttons.slot(of: "a") == nil)
    #expect(kit.context.store.revision == 2)
  }

  @Test func anExplanationNamesTheLayerOfATitle() throws {
    let kit = PartKit()
    let (slot, record) = try kit.insert(.make("a", title: "A"))
    kit.looks.showLooks(slot, record, revision: 0)
    let request = ExplainRequest(id: "a", traits: Traits())
    let snapshot = PendingSnapshot(
      ticket: kit.ticket(), kind: .explain(request), traitSet: 0, deadline: 1,
      startingDeadline: 1)
    #expect(kit.explainer.answer(request, snapshot) > 0)
    let text = try #require(kit.takeAnswers().first?.text)
    #expect(text.contains("\"id\":\"a\""))
    #expect(text.contains("\"value\":\"A\""))
  }

  @Test func aStyleIsToldOfAPointerAndDecides() throws {
    let kit = PartKit()
    let lane = kit.addLane(.primitive())
    let (slot, record) = try kit.insert(.make("like", "p/style"))
    #expect(!kit.lanes.haveGestures)
    _ = try kit.presses.press(request(.began(nil)), now: 0)
    kit.gestures.send(now: 0)
    guard case .sendGesture(lane.id, let sequence, _)? = kit.context.actions.first else {
      Issue.record("the style was told nothing")
      return
    }
    #expect(kit.lanes.haveGestures)
    let answer = GestureAnswer(
      handle: record.handle(slot), isTriggered: false, isPressed: true,
      scratch: GestureScratch())
    var frame = FrameBuffer()
    answer.write(sequence: sequence, to: &frame)
    kit.gestures.answer(
      lane.id, sequence: sequence,
      payload: UnsafeRawBufferPointer(rebasing: frame.bytes[FrameHeader.byteCount...]), now: 0)
    #expect(record.isHighlighted)
    #expect(!kit.lanes.haveGestures)
  }

  @Test func aFrameGoesToThoseWhoMeanTheButton() throws {
    let kit = PartKit()
    let (slot, record) = try kit.insert(.make("a"))
    for (number, pattern) in [(1, "a"), (2, "b")] as [(UInt32, UTF8String)] {
      let index = kit.subscriptions.index(
        of: SubscriptionSpec(match: Match(patterns: [pattern]), traits: Traits()), traitSet: 0,
        cursor: 0)
      kit.subscriptions[index]?.join(ConnectionID(rawValue: number))
    }
    kit.looks.showLooks(slot, record, revision: 0)
    kit.frames.publish(now: 0)
    #expect(kit.takeDeliveries().map(\.receivers) == [[1]])
    kit.frames.publish(now: 0)
    #expect(kit.takeDeliveries().isEmpty)
  }

  @Test func aCommitGoesToThoseWhoWatchTheState() throws {
    let kit = PartKit()
    _ = kit.states.subscribe(
      StateSubscriptionSpec(keys: ["a"]), since: nil, ConnectionID(rawValue: 1))
    try kit.set("b", .int(1))
    kit.commit()
    kit.states.publishCommit()
    #expect(kit.takeDeliveries().isEmpty)
    try kit.set("a", .int(7))
    kit.commit()
    kit.states.publishCommit()
    let deliveries = kit.takeDeliveries()
    #expect(deliveries.map(\.receivers) == [[1]])
    #expect(deliveries.first?.line.contains("\"values\":{\"a\":7}") == true)
  }

  @Test func aSetThatIsRefusedWritesNothing() throws {
    var settings = EngineSettings()
    settings.maximumKeys = 1
    let kit = PartKit(settings)
    var changes = ChangeSet()
    changes.append(StateOperation(key: "a", kind: .set(.int(1))))
    changes.append(StateOperation(key: "b", kind: .set(.int(1))))
    #expect(throws: EngineError.limitExceeded(limit: "keys", value: 1, index: 1)) {
      try kit.state.apply(&changes)
    }
    #expect(kit.context.store.presentKeyCount == 0)
    #expect(kit.context.store.revision == 0)
  }

  @Test func aReleaseInsidePerformsTheAction() throws {
    let kit = PartKit()
    try kit.set("likable", .bool(true))
    let (_, record) = try kit.insert(.likeButton())
    let begun = try kit.presses.press(request(.began(nil)), now: 0)
    #expect(begun == .known(.pressing, performed: nil))
    #expect(record.isHighlighted)
    let ended = try kit.presses.press(request(.ended(nil)), now: 0)
    #expect(ended == .known(.inactive, performed: 2))
    #expect(!record.isHighlighted)
    #expect(kit.presses.count == 0)
  }

  private func request(_ event: PressEvent) -> PressRequest {
    PressRequest(id: "like", event: event, connection: ConnectionID(rawValue: 1))
  }

  @Test func strictDurabilityHoldsAnAnswerUntilItsGroup() throws {
    let kit = PartKit()
    kit.gate.start(.strict, revision: 0)
    try kit.set("a", .int(1))
    kit.gate.awaitDurable(kit.ticket(), result: Array("{}".utf8))
    kit.gate.takeGroup(now: 0)
    guard case .journal(let group)? = kit.context.actions.first else {
      Issue.record("no group was given out")
      return
    }
    #expect(kit.takeAnswers().isEmpty)
    kit.gate.committed(group)
    #expect(kit.takeAnswers().map(\.text) == ["{}"])
  }

  @Test func aBarrierWaitsForTheButtonThatItIsAbout() throws {
    let kit = PartKit()
    kit.addLane(FakePlugin("p") { _ in })
    let (_, record) = try kit.insert(.make("a", "p/style"))
    kit.waits.awaitPublished(
      kit.ticket(), of: kit.waits.scope(buttons: ["a"]), result: Array("{}".utf8), now: 0)
    kit.context.clock.beginTick(now: 0, deadline: 1, group: 0)
    kit.waits.tickBegan()
    kit.enqueueDirty()
    kit.waits.answer(now: 0)
    #expect(kit.takeAnswers().isEmpty)
    kit.plugins.settle(record)
    kit.waits.answer(now: 0)
    #expect(kit.takeAnswers().map(\.text) == ["{}"])
  }

  @Test func aSnapshotIsAnsweredOnceNothingIsDirty() throws {
    let kit = PartKit()
    try kit.insert(.make("a"))
    try kit.snapshots.get(
      GetRequest(match: .everything, traits: Traits()), ticket: kit.ticket(), now: 0)
    kit.context.clock.beginTick(now: 0, deadline: 1, group: 0)
    kit.snapshots.tickBegan()
    kit.enqueueDirty()
    kit.snapshots.answer(now: 0)
    #expect(kit.takeAnswers().isEmpty)
    kit.plugins.beginDrawing()
    kit.plugins.draw(now: 0)
    kit.snapshots.answer(now: 0)
    #expect(kit.takeAnswers().first?.text?.contains("\"id\":\"a\"") == true)
  }

  @Test func theTurnsBudgetIsSharedBySearches() {
    var settings = EngineSettings()
    settings.searchAllowance = 1_000
    let budget = TurnBudget(settings)
    budget.beginTurn()
    #expect(budget.searchAllowance == 500)
    let search = budget.beginSearch(budget.searchAllowance)
    budget.work += 600
    budget.end(search)
    #expect(budget.isSpent)
    #expect(budget.searchAllowance == 50)
    budget.endTurn()
    #expect(budget.searchAllowance == 1_000)
  }
}
