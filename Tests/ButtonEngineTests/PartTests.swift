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

  @Test func theBoardShowsALookOnlyIfItDiffers() throws {
    let kit = PartKit()
    let (slot, record) = try kit.insert(.make("a", title: "A"))
    kit.looks.showLooks(slot, record, revision: 0)
    kit.looks.showLooks(slot, record, revision: 0)
    #expect(kit.context.clock.serial == 1)
    let look = try #require(kit.looks.traitSets[0]?.looks[slot])
    #expect(String(decoding: look.appearance, as: UTF8.self).contains("\"title\":\"A\""))
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
