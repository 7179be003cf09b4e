import ButtonModel
import ButtonProtocol
import ButtonStore
import Testing

@testable import ButtonEngine

/// What every change owes, whichever way it comes into the engine: each claim is made of every ``Door``.
@Suite struct ObligationTests {
  /// By what a button learns that it is disabled.
  enum Reader: CaseIterable {
    /// A flag that a key says, or the definition itself.
    case flag
    case binding, derivedKey
  }

  /// Each door that disables a button, with each way in which the button may learn of it.
  private static let obstacles: [(door: Door, reader: Reader)] = Door.allCases.flatMap { door in
    Reader.allCases.filter { reader in
      switch reader {
      case .flag: door.flag != nil || door.expression == nil && door.isObstacle
      case .binding, .derivedKey: door.expression != nil
      }
    }.map { (door: door, reader: $0) }
  }

  /// A scene in which the button `subject` is disabled by a door.
  private func scene(
    _ door: Door, _ reader: Reader, _ durability: Durability = .relaxed
  ) throws -> DoorScene {
    let scene = try DoorScene(door, durability)
    switch reader {
    case .flag: try scene.define("subject", isEnabled: door.flag ?? .constant(true), group: "g")
    case .binding: try scene.define("subject", by: door.expression, group: "g")
    case .derivedKey:
      try scene.rig.derive(["ok": door.expression])
      try scene.define("subject", isEnabled: .bound(key: "ok", equals: nil), group: "g")
    }
    try scene.settle()
    return scene
  }

  private func scene(_ door: Door, _ durability: Durability = .relaxed) throws -> DoorScene {
    try scene(door, door.flag == nil && door.expression != nil ? .binding : .flag, durability)
  }

  /// Even if a later change in the same frame enables it again.
  @Test(arguments: obstacles)
  func aPressEndsWithTheChangeThatRefusesIt(_ obstacle: (door: Door, reader: Reader)) throws {
    let (door, reader) = obstacle
    let scene = try scene(door, reader)
    let rig = scene.rig
    try rig.press(rig.client(1), "subject", .began(nil))
    #expect(rig.engine.pressCount == 1)
    try scene.begin(door)
    try scene.use(door)
    try scene.undo(door)
    #expect(
      try rig.press(rig.client(1), "subject", .ended(nil)) == .known(.inactive, performed: nil))
    #expect(rig.value("done") == nil)
  }

  /// One that was disabled through a derived key before, which the door has evaluated or not.
  @Test(arguments: Door.allCases)
  func noDoorLosesThePressThatADerivedKeyEnds(_ door: Door) throws {
    let scene = try scene(door)
    let rig = scene.rig
    try rig.derive(["isOpen": "open"])
    try scene.define("other", isEnabled: .bound(key: "isOpen", equals: nil))
    try scene.settle()
    try scene.begin(door)
    try rig.press(rig.client(1), "other", .began(nil))
    try rig.set(["open": .bool(false)])
    try scene.use(door)
    try rig.set(["open": .bool(true)])
    #expect(try rig.press(rig.client(1), "other", .ended(nil)) == .known(.inactive, performed: nil))
    #expect(rig.value("done") == nil)
  }

  @Test(arguments: Door.allCases)
  func aChangeIsOneRevision(_ door: Door) throws {
    let scene = try scene(door)
    try scene.begin(door)
    let revision = scene.engine.revision
    try scene.use(door)
    #expect(scene.engine.revision == revision + 1)
  }

  @Test(arguments: Door.allCases.filter { $0.expression != nil })
  func whatFollowsFromItIsToldWithItsCommit(_ door: Door) throws {
    let scene = try scene(door, .derivedKey)
    let watcher = scene.rig.client(4)
    try scene.rig.subscribeState(watcher)
    let name = try #require(watcher.subscriptions.keys.first)
    #expect(watcher.subscriptions[name]?.values["ok"] == .bool(true))
    try scene.begin(door)
    try scene.use(door)
    try scene.rig.turn()
    #expect(watcher.subscriptions[name]?.values["ok"] != .bool(true))
    #expect(watcher.complaints == [])
  }

  /// Who takes a key's value away.
  enum Remover: CaseIterable {
    case client, action, besideSharedKeys, fleet
    /// The fleet's key of the same name takes its place.
    case scope
  }

  @Test(arguments: Remover.allCases)
  func aKeyWithoutAValueBelongsToNoLease(_ remover: Remover) throws {
    let rig = Rig()
    let key: UTF8String =
      switch remover {
      case .client, .action, .besideSharedKeys: "k"
      case .fleet: "stock.k"
      case .scope: "fleet.shop.isLive"
      }
    try rig.set([key.string: .int(1)], under: "till", of: rig.client(3))
    let fleet = PresentFleet(rig.engine)
    rig.engine.share(SharedKeys([.init("shop", ["stock"])], fleet))
    #expect(rig.engine.leasedKeyCount == 1)
    switch remover {
    case .client: try rig.update([(key.string, .remove)])
    case .action:
      var button = ButtonDefinition.make("remover")
      button.action = Action(operations: [ActionOperation(key: key, kind: .remove)])
      try rig.define(button)
      try rig.engine.trigger("remover")
    case .besideSharedKeys:
      try rig.update([("stock.other", .set(.int(1))), (key.string, .remove)])
    case .fleet: _ = rig.engine.applyShared([SharedChange(key, committed: nil, shown: nil)])
    case .scope: rig.engine.setFleetKey(key, .bool(true))
    }
    #expect(rig.engine.leasedKeyCount == 0)
    withExtendedLifetime(fleet) {}
  }

  @Test(arguments: Door.allCases)
  func theJournalGetsWhatMustBeKept(_ door: Door) throws {
    let scene = try scene(door)
    try scene.begin(door)
    #expect(scene.engine.unsavedCount == 0)
    try scene.use(door)
    try scene.rig.turn(after: 20_000_000)
    #expect(Set(scene.journal.waiting ?? []) == door.journaled)
  }

  @Test(arguments: Door.allCases)
  func changesOfStateAreCounted(_ door: Door) throws {
    let scene = try scene(door)
    try scene.begin(door)
    let before = scene.engine.statistics
    try scene.use(door)
    let after = scene.engine.statistics
    #expect(after.changeSets - before.changeSets == door.counted.changeSets)
    #expect(after.writes - before.writes == door.counted.writes)
  }

  @Test(arguments: Door.allCases.filter { $0.work > 0 })
  func theTurnIsCharged(_ door: Door) throws {
    let scene = try scene(door)
    try scene.begin(door)
    let before = scene.engine.budget.work
    try scene.use(door)
    #expect(scene.engine.budget.work - before >= door.work)
  }

  @Test func definitionsOfAllKindsAreOneChange() throws {
    let scene = try scene(.group)
    let (rig, engine) = (scene.rig, scene.engine)
    try rig.press(rig.client(1), "subject", .began(nil))
    let revision = engine.revision
    let receipt = try engine.commit(
      Definitions(
        keys: [DerivationChange("d", try Derivation(.expression("1 == 2")))],
        groups: [DoorScene.disabledGroup], buttons: [.make("more")],
        removedButtons: Match(ids: ["setter"]), theme: [("a", .int(2))]))
    #expect(receipt.revision == revision + 1)
    #expect(receipt.removedButtons == ["setter"])
    #expect(
      try rig.press(rig.client(1), "subject", .ended(nil)) == .known(.inactive, performed: nil))
    try rig.turn(after: 20_000_000)
    #expect(Set(scene.journal.waiting ?? []) == ["d", "g", "more", "setter"])
  }

  @Test func aChangeOfFilesThatIsRefusedHasNoPart() throws {
    let scene = try scene(.group)
    let (rig, engine) = (scene.rig, scene.engine)
    try rig.press(rig.client(1), "subject", .began(nil))
    try scene.settle()
    let (revision, resolves) = (engine.revision, rig.resolves("subject"))
    engine.settings.limits.buttons = engine.buttonCount
    let change = Definitions(
      keys: [DerivationChange("d", try Derivation(.expression("1 == 2")))],
      groups: [DoorScene.disabledGroup], buttons: [.make("more"), .make("most")],
      removedButtons: Match(ids: ["subject"]), theme: [("a", .int(2))])
    #expect(
      throws: EngineError.limitExceeded(
        limit: "buttons", value: engine.buttonCount, index: nil)
    ) { try engine.commit(change, from: .file) }
    try rig.settle()
    #expect(engine.revision == revision && rig.resolves("subject") == resolves)
    #expect(rig.value("d") == .bool(true) && engine.unsavedCount == 0)
    try rig.press(rig.client(1), "subject", .ended(nil))
    #expect(rig.value("done") == .bool(true))
  }

  @Test(arguments: Door.allCases.filter { $0.isClosedWhileLost != nil })
  func whatCannotBeKeptIsRefusedWhole(_ door: Door) throws {
    let scene = try scene(door, .strict)
    try scene.begin(door)
    try scene.rig.set(["written": .bool(true)])
    try scene.rig.turn(after: 20_000_000)
    scene.journal.fail()
    let revision = scene.engine.revision
    if door.isClosedWhileLost == true {
      #expect(throws: EngineError.notDurable(applied: false, revision: revision)) {
        try scene.use(door)
      }
      #expect(scene.engine.revision == revision)
    } else {
      try scene.use(door)
      #expect(scene.engine.revision > revision)
    }
  }
}
