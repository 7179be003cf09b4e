import ButtonModel
import ButtonProtocol
import ButtonStore
import Testing

@testable import ButtonEngine

/// The ways into the engine by which something changes. Using one closes what was open: a key that is true
/// turns false, a button or its group is disabled, a feed ends.
enum Door: CaseIterable {
  // Change sets: of a client, under a lease, of a button's action in each of its forms.
  case set, removal, claim, press, trigger, choice, hold, style
  // What the fleet has, alone and beside a key of this daemon's own.
  case shared, sharedDefinition, mixed, fleetKey
  case clock, leaseEnd, silence, closing, theme
  case derivation, derivationEnd
  case definition, patch, buttonRemoval, group, groupRemoval, files, answer
}

extension Door {
  /// What is true before the door is used, and not after; nil if the door changes no key.
  var expression: String? {
    switch self {
    case .set, .removal, .claim, .press, .trigger, .choice, .hold, .style, .mixed: "k"
    case .shared, .sharedDefinition: "stock.k"
    case .fleetKey: "fleet.shop.isLive"
    case .clock: "clock.second == 1000"
    case .leaseEnd, .silence, .closing: "!lost(fed)"
    case .derivation, .derivationEnd: "d"
    case .theme, .definition, .patch, .buttonRemoval, .group, .groupRemoval, .files, .answer: nil
    }
  }

  /// The same as a flag of a button, if one key says it.
  var flag: Flag? {
    switch self {
    case .clock: Flag.bound(key: "clock.second", equals: .int(1_000))
    case .leaseEnd, .silence, .closing: nil
    default: expression.map { Flag.bound(key: UTF8String($0), equals: nil) }
    }
  }

  /// Whether using it disables a button: the one of the definition, if no key does.
  var isObstacle: Bool { ![.theme, .groupRemoval].contains(self) }

  /// What it adds to the counters of change sets and of keys written.
  var counted: (changeSets: UInt64, writes: UInt64) {
    switch self {
    case .set, .removal, .claim, .press, .trigger, .choice, .hold, .style, .shared: (1, 1)
    case .sharedDefinition: (1, 3)
    // The fleet has its part, and this daemon the rest.
    case .mixed: (2, 2)
    case .answer: (1, 1)
    default: (0, 0)
    }
  }

  /// The least that it costs, in units of work.
  var work: Int {
    switch self {
    case .set, .removal, .press, .trigger, .choice, .shared: WorkCost.change
    case .claim: WorkCost.change + WorkCost.claim
    case .mixed: 2 * WorkCost.change
    case .sharedDefinition: 3 * WorkCost.change + 2 * WorkCost.definition
    case .derivation: WorkCost.lookup
    case .definition, .patch: WorkCost.definition
    case .group, .groupRemoval, .files: WorkCost.mark
    default: 0
    }
  }

  /// The names in the group of the journal that it leads to.
  var journaled: Set<String> {
    switch self {
    case .set, .removal, .claim, .press, .trigger, .choice, .hold, .style: ["k"]
    case .shared: ["stock.k"]
    case .sharedDefinition: ["stock.k", "menu.a", "menu.b"]
    case .mixed: ["k", "stock.other"]
    case .derivation, .derivationEnd: ["d"]
    case .definition, .patch, .buttonRemoval: ["subject"]
    // What a client has said of the group before is no longer kept.
    case .group, .groupRemoval, .files: ["g"]
    case .answer: ["loading"]
    case .fleetKey, .clock, .leaseEnd, .silence, .closing, .theme: []
    }
  }

  /// Whether it is closed while changes must be durable and the journal cannot be written; nil if that shows
  /// elsewhere.
  var isClosedWhileLost: Bool? {
    switch self {
    case .set, .removal, .claim, .press, .trigger, .choice, .mixed: true
    case .derivation, .derivationEnd: true
    case .definition, .patch, .buttonRemoval, .group, .groupRemoval: true
    case .shared, .sharedDefinition, .fleetKey, .clock, .leaseEnd, .silence, .closing: false
    case .theme, .files: false
    case .hold, .style, .answer: nil
    }
  }
}

/// An engine in which every door may be used, with a fleet that has at once what it is given.
final class DoorScene {
  let rig = Rig(plugins: [.primitive(), .loading])
  let journal: FakeJournal
  private let fleet: PresentFleet

  var engine: Engine { rig.engine }

  /// Everything is open.
  init(_ door: Door, _ durability: Durability = .relaxed) throws {
    journal = FakeJournal(durability, rig)
    fleet = PresentFleet(rig.engine)
    engine.share(SharedKeys([.init("shop", ["stock"], definitions: ["menu"])], fleet))
    engine.setTheme([("a", .int(1))])
    engine.wallClockMilliseconds = 1_000_000
    engine.setFleetKey("fleet.shop.isLive", .bool(true))
    try rig.set(["k": .bool(true), "open": .bool(true), "loading": .bool(false)])
    try rig.derive(["d": "1 == 1"])
    try engine.defineGroups([GroupDefinition(id: "g")])
    show("stock.k", .bool(true))
    try feed(door)
    try rig.define(.setter(door))
  }

  /// Puts a button into the group that a door disables; without a flag or a text it is enabled.
  func define(
    _ id: String, isEnabled flag: Flag = .constant(true), by text: String? = nil,
    group: String? = nil
  ) throws {
    var button = ButtonDefinition.make(id, "q/style", group: group)
    button.isEnabled = flag
    if let text { button.bindings[.isEnabled] = .expression(UTF8String(text)) }
    button.action = Action(operations: [ActionOperation(key: "done", kind: .set(.bool(true)))])
    try rig.define(button)
  }

  /// Lets everything come to rest and the journal have it.
  func settle() throws {
    for _ in 0..<4 {
      try rig.settle()
      while journal.waiting != nil {
        journal.commit()
        try rig.settle()
      }
      try rig.turn(after: 20_000_000)
    }
  }

  /// The group of the button, which disables it.
  static var disabledGroup: GroupDefinition {
    var group = GroupDefinition(id: "g")
    group.isEnabled = .constant(false)
    return group
  }

  /// Begins what the door ends.
  func begin(_ door: Door) throws {
    guard [.press, .hold, .style].contains(door) else { return }
    try rig.press(rig.client(2), "setter", .began(nil))
    if door == .style { try rig.settle() }
  }

  /// Has the fleet hold a value, or none.
  func show(_ key: UTF8String, _ value: StateValue?) {
    _ = engine.applyShared([SharedChange(key, committed: value, shown: value)])
  }

  /// Writes the key whose feed a door ends.
  private func feed(_ door: Door) throws {
    let holder: LeaseHolder = door == .leaseEnd ? .feed(1) : .connection(rig.client(3).connection)
    let silentAfter: UInt64? = door == .silence ? 10_000_000_000 : nil
    try rig.set(["fed": .bool(true)], under: "feed", of: holder, silentAfter: silentAfter)
  }

  /// Goes through a door.
  func use(_ door: Door) throws {
    switch door {
    case .set: try rig.set(["k": .bool(false)])
    case .removal: try rig.update([("k", .remove)])
    case .claim: try rig.set(["k": .bool(false)], under: "till", of: rig.client(3))
    case .press: try rig.press(rig.client(2), "setter", .ended(nil))
    case .trigger: try engine.trigger("setter")
    case .choice: _ = try engine.choose("item", inMenuOf: "setter")
    case .hold: try rig.turn(after: 500_000_000)
    case .style:
      try rig.press(rig.client(2), "setter", .ended(nil))
      try rig.turn()
      try rig.workers[0].answerGesture(engine, now: rig.now)
    case .shared: show("stock.k", .bool(false))
    case .sharedDefinition:
      let definitions = try ["menu.a", "menu.b"].map { id in
        let value = try #require(SharedDefinition.value(of: .make(id)))
        return SharedChange(
          SharedDefinition.key(of: UTF8String(id)), committed: value, shown: value)
      }
      let key = SharedChange("stock.k", committed: .bool(false), shown: .bool(false))
      _ = engine.applyShared(definitions + [key])
    case .mixed: try rig.set(["stock.other": .bool(true), "k": .bool(false)])
    case .fleetKey: engine.setFleetKey("fleet.shop.isLive", .bool(false))
    case .clock:
      engine.wallClockMilliseconds = 1_001_000
      try rig.turn()
    case .leaseEnd: engine.endLeases(of: .feed(1))
    case .silence: try rig.settle(within: 11_000_000_000)
    case .closing: rig.close(rig.client(3))
    case .theme: engine.setTheme([("a", .int(2))])
    case .derivation: try rig.derive(["d": "1 == 2"])
    case .derivationEnd: try rig.derive(["d": nil])
    case .definition: try define("subject", isEnabled: .constant(false), group: "g")
    case .patch:
      var button = try #require(engine.definition(of: "subject"))
      button.isEnabled = .constant(false)
      _ = try engine.define([button], keepsPresses: true)
    case .buttonRemoval: _ = try engine.commit(Definitions(removedButtons: Match(ids: ["subject"])))
    case .group: try engine.defineGroups([DoorScene.disabledGroup])
    case .files:
      try engine.commit(Definitions(groups: [DoorScene.disabledGroup]), from: .file)
    case .groupRemoval: _ = try engine.commit(Definitions(removedGroups: ["g"]))
    case .answer:
      try rig.set(["loading": .bool(true)])
      try rig.settle()
    }
  }

  /// Opens again what a door has closed.
  func undo(_ door: Door) throws {
    switch door {
    case .set, .removal, .claim, .press, .trigger, .choice, .hold, .style, .mixed:
      try rig.set(["k": .bool(true)])
    case .shared, .sharedDefinition: show("stock.k", .bool(true))
    case .fleetKey: engine.setFleetKey("fleet.shop.isLive", .bool(true))
    case .clock:
      engine.wallClockMilliseconds = 1_000_000
      try rig.turn()
    case .leaseEnd, .silence, .closing: try feed(door)
    case .derivation, .derivationEnd: try rig.derive(["d": "1 == 1"])
    case .definition, .buttonRemoval: try define("subject", group: "g")
    case .patch:
      var button = try #require(engine.definition(of: "subject"))
      button.isEnabled = .constant(true)
      _ = try engine.define([button], keepsPresses: true)
    case .group, .files: try engine.defineGroups([GroupDefinition(id: "g")])
    case .answer:
      try rig.set(["loading": .bool(false)])
      try rig.settle()
    case .theme, .groupRemoval: break
    }
  }
}

/// A fleet that has each change at once.
final class PresentFleet: SharedKeyWriter {
  private unowned let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  func submit(_ submission: SharedSubmission) throws(EngineError) {
    let shared = submission.operations.filter { $0.key.string.hasPrefix("stock.") }
    _ = engine.applyShared(
      shared.map { operation in
        let value: StateValue? = if case .set(let value) = operation.kind { value } else { nil }
        return SharedChange(operation.key, committed: value, shown: value)
      })
  }

  func take(_ press: SharedPress) -> SharedPressAnswer { .local }
}

extension FakePlugin {
  /// Makes its buttons busy while a key says that something loads.
  fileprivate static var loading: FakePlugin {
    FakePlugin("q") { update in
      if update.read("loading") == .bool(true) { update.set(.isBusy, .bool(true)) }
    }
  }
}

extension ButtonDefinition {
  /// A button that turns a key false in the way of a door.
  fileprivate static func setter(_ door: Door) -> ButtonDefinition {
    var button = ButtonDefinition.make("setter", door == .style ? "p/style" : "filled")
    let action = Action(operations: [ActionOperation(key: "k", kind: .set(.bool(false)))])
    if door == .choice {
      var item = MenuItem(id: "item", title: "Item")
      item.action = action
      button.menu = [item]
    } else {
      button.action = action
    }
    if door == .hold { button.repeats = RepeatBehavior(afterMs: 500, everyMs: 100) }
    return button
  }
}
