import ButtonModel
import ButtonProtocol
import Testing

@testable import ButtonEngine

/// What a change of definitions counts: what is there once all of it is in force.
@Suite struct DefinitionsTests {
  private func rig(mostButtons most: Int) throws -> Rig {
    let rig = Rig()
    try rig.engine.define([.make("a"), .make("b")], isFromFile: true)
    rig.engine.settings.limits.buttons = most
    return rig
  }

  @Test func whatGoesMakesRoomForWhatComes() throws {
    let rig = try rig(mostButtons: 2)
    rig.engine.settings.limits.definitionsBytes = rig.engine.definitionBytes
    try rig.engine.commit(
      Definitions(buttons: [.make("c"), .make("d")], removedButtons: Match(ids: ["a", "b"])),
      from: .file)
    #expect(rig.engine.buttonCount == 2)
    rig.engine.settings.limits.definitionsBytes *= 2
    #expect(throws: EngineError.limitExceeded(limit: "buttons", value: 2, index: nil)) {
      try rig.engine.commit(
        Definitions(buttons: [.make("e"), .make("f")], removedButtons: Match(ids: ["c"])),
        from: .file)
    }
  }

  @Test func anIDThatComesTwiceIsOneButton() throws {
    let rig = try rig(mostButtons: 3)
    try rig.engine.define([.make("c"), .make("c"), .make("c")])
    #expect(rig.engine.buttonCount == 3)
  }

  @Test func aButtonIsReplacedEvenAboveTheLimit() throws {
    let rig = try rig(mostButtons: 1)
    try rig.engine.define([.make("a", "gray")])
    try rig.engine.defineGroups([GroupDefinition(id: "g")])
    try rig.engine.commit(Definitions(removedButtons: Match(ids: ["a"])))
    #expect(rig.engine.buttonCount == 1)
  }

  @Test func whatChangesNothingIsNoRevision() throws {
    let rig = try rig(mostButtons: 2)
    try rig.set(["v": .int(1)])
    let revision = rig.engine.revision
    try rig.engine.commit(
      Definitions(
        keys: [DerivationChange("zz", nil), DerivationChange("v", nil)], removedGroups: ["g"],
        removedButtons: Match(ids: ["zz"])))
    #expect(rig.engine.revision == revision)
  }
}
