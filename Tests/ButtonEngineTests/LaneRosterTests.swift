import ButtonModel
import ButtonProtocol
import ButtonStore
import TestSupport
import Testing

@testable import ButtonEngine

/// The lists of each lane's buttons.
@Suite struct LaneRosterTests {
  @Test func theListsAreThoseOfASearchThroughAllButtons() throws {
    var random = Seed()
    let kit = PartKit()
    for name in ["p", "q"] { kit.addLane(FakePlugin(name) { _ in }) }
    var present: [ButtonSlot: ButtonRecord] = [:]
    for round in 0..<scaled(400) {
      if let (slot, record) = present.randomElement(using: &random), round % 3 == 0 {
        kit.buttons.remove(slot, record)
        present[slot] = nil
      } else if let (slot, record) = present.randomElement(using: &random), round % 3 == 1 {
        let definition = LaneRosterTests.definition(record.id.string, &random)
        let new = kit.buttons.makeRecord(
          definition, kit.lanes.lenientRoute(definition), bytes: 1)
        kit.buttons.replace(slot, with: new)
        present[slot] = new
      } else {
        let definition = LaneRosterTests.definition("b\(round)", &random)
        let record = kit.buttons.makeRecord(
          definition, kit.lanes.lenientRoute(definition), bytes: 1)
        present[kit.buttons.insert(record)] = record
      }
      for lane in kit.lanes.all {
        let expected = present.filter { $0.value.stages.contains { $0.lane == lane.id } }
        var found: Set<ButtonSlot> = []
        kit.buttons.forEachButton(of: lane.id) { slot, record in
          #expect(record === present[slot])
          found.insert(slot)
        }
        #expect(found == Set(expected.keys))
        #expect(kit.buttons.count(of: lane.id) == expected.count)
      }
      let unrouted = present.filter { $0.value.isUnrouted }
      #expect(Set(kit.buttons.unroutedSlots) == Set(unrouted.keys))
    }
  }

  private static func definition(_ id: String, _ random: inout Seed) -> ButtonDefinition {
    let styles = ["filled", "p/style", "q/style", "gone/style"]
    let handlers = [nil, "p/handler", "q/handler", "gone/handler"]
    return .make(
      id, styles.randomElement(using: &random) ?? "filled",
      handler: handlers.randomElement(using: &random) ?? nil)
  }

  @Test func aPluginsEventTouchesItsOwnButtonsOnly() throws {
    let rig = Rig(plugins: [FakePlugin("p") { _ in }])
    try rig.define(.make("mine", "p/style"))
    for index in 0..<1_000 { try rig.define(.make("other.\(index)")) }
    try rig.settle()
    let before = rig.engine.statistics.resolves
    rig.engine.updateRequested(rig.workers[0].lane, handle: 0)
    try rig.settle()
    #expect(rig.engine.statistics.resolves == before + 1)
    #expect(rig.engine.pluginReports.map(\.buttons) == [1])
  }

  @Test func aPluginThatTakesAnotherNameLosesItsButtons() throws {
    var plugin = FakePlugin("p") { $0.set(title: "p") }
    let rig = Rig(plugins: [plugin])
    try rig.define(.make("a", "p/style"))
    try rig.settle()
    plugin.descriptor.shortName = "other"
    rig.replace(0, plugin)
    try rig.settle()
    #expect(rig.status("a")?.reason == .pluginMissing)
    plugin.descriptor.shortName = "p"
    rig.replace(0, plugin)
    try rig.settle()
    #expect(rig.status("a") == nil)
  }
}
