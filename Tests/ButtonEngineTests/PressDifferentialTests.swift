import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// Random presses by three clients, compared with a model that does one thing at a time.
@Suite struct PressDifferentialTests {
  @Test func nothingStaysPressedAndEveryCompletedPressRunsOnce() throws {
    var seed = Seed()
    for _ in 0..<scaled(150, few: 20) {
      var life = PressLife(Seed(seed.next()), style: "filled", obstacles: true)
      try life.run(steps: 300)
    }
  }

  @Test func theSameHoldsWhereStylesDecideAtTheirOwnPace() throws {
    var seed = Seed()
    for _ in 0..<scaled(150, few: 20) {
      var life = PressLife(Seed(seed.next()), style: "p/style", obstacles: false)
      try life.run(steps: 300)
    }
  }

  @Test func withFailingStylesNothingStaysPressedOrRunsTwice() throws {
    var seed = Seed()
    for _ in 0..<scaled(150, few: 20) {
      var life = PressLife(Seed(seed.next()), style: "p/style", obstacles: true)
      try life.run(steps: 300)
    }
  }
}

/// What presses come to, in the simplest words.
private struct NaivePresses {
  struct Key: Hashable {
    let client: UInt32
    let id: String
  }

  /// For each press that has begun: whether it is on the button.
  var isOn: [Key: Bool] = [:]
  var sizes: [Key: (width: Double, height: Double)] = [:]
  var isEnabled = true
  var isBusy = false
  /// Completed presses by button.
  var completed: [String: Int] = [:]

  var isRefusing: Bool { !isEnabled || isBusy }

  func isPressed(_ id: String) -> Bool { isOn.contains { $0.key.id == id && $0.value } }

  mutating func cancelAll(of id: String) {
    for key in isOn.keys where key.id == id { isOn[key] = nil }
  }

  /// The phase after an event; nil when it is refused.
  mutating func take(_ event: PressEvent, _ key: Key) -> PressPhase? {
    if isRefusing, case .began = event { return nil }
    switch event {
    case .began(let place): isOn[key] = place.map { contains($0, key) } ?? true
    case .moved(let place): if isOn[key] != nil { isOn[key] = contains(place, key) }
    case .ended(let place):
      if let place, isOn[key] != nil { isOn[key] = contains(place, key) }
      if isOn[key] == true { completed[key.id, default: 0] += 1 }
      isOn[key] = nil
    case .cancelled: isOn[key] = nil
    }
    return isOn[key].map { $0 ? .pressing : .outOfBounds } ?? .inactive
  }

  private func contains(_ place: PressLocation, _ key: Key) -> Bool {
    let (width, height) = sizes[key] ?? (0, 0)
    return place.x >= -40 && place.x < width + 40 && place.y >= -40 && place.y < height + 40
  }
}

/// One random life of two buttons.
private struct PressLife {
  let seed: UInt64
  let style: String
  /// Buttons turn disabled and busy, are redefined and removed, and workers die.
  let hasObstacles: Bool
  var random: Seed
  let rig: Rig
  var model = NaivePresses()
  /// Requests that are answered later, with what they must be answered when nothing comes between.
  var waiting: [(client: UInt32, serial: UInt64)] = []
  /// Requests of closed connections of which the style may not have heard yet; the next connection
  /// has the same number here, and their events are in its queue.
  var orphans = 0

  var isPrimitive: Bool { style == "p/style" }

  init(_ seed: Seed, style: String, obstacles: Bool) {
    self.seed = seed.value
    self.style = style
    hasObstacles = obstacles
    random = seed
    rig = Rig(plugins: [.primitive()])
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

  mutating func run(steps: Int) throws {
    try rig.set(["on": .bool(true)])
    for id in ["a", "b"] { try define(id) }
    try rig.subscribe(rig.client(9))
    for client in 1...3 as ClosedRange<UInt32> {
      for id in ["a", "b"] where chance(50) { try report(client, id) }
    }
    try rig.settle()
    for _ in 0..<steps { try step() }
    try comeToRest()
  }

  /// Defines a button anew, or changes a part of it, which a press does not mind.
  private func define(_ id: String, title: String? = nil) throws {
    var button = ButtonDefinition.make(id, style, title: title, enabledBy: "on")
    button.isBusy = .bound(key: "busy", equals: nil)
    button.action = Action(operations: [
      ActionOperation(key: UTF8String("count.\(id)"), kind: .increment(by: .int(1)))
    ])
    let hinted = button.hinted(rig.engine.revision)
    _ = try rig.engine.define([hinted], keepsPresses: title != nil)
  }

  private mutating func report(_ client: UInt32, _ id: String) throws {
    let size = DrawnSize.random(using: &random)
    try rig.engine.reportLayout(
      of: UTF8String(id), size: size, ConnectionID(rawValue: client))
    model.sizes[.init(client: client, id: id)] = (size.width, size.height)
  }

  private mutating func step() throws {
    let client = UInt32(1 + pick(3))
    let id = ["a", "b"][pick(2)]
    switch pick(25) {
    case 0...13: try press(client, id)
    case 14...17: try turn()
    case 18: if isPrimitive { try rig.workers[0].answer(rig.engine, now: rig.now) }
    case 19...20:
      if isPrimitive { try rig.workers[0].answerGesture(rig.engine, now: rig.now) }
    case 21: close(client)
    case 22: try report(client, id)
    case 23: try define(id, title: "\(random.next())")
    default: if hasObstacles { try obstacle(id) }
    }
  }

  private mutating func press(_ client: UInt32, _ id: String) throws {
    // Where nothing may be lost, no more events wait than are kept.
    if !hasObstacles, unanswered >= 16 {
      try rig.settle()
      orphans = 0
    }
    let event = PressEvent.random(using: &random)
    let key = NaivePresses.Key(client: client, id: id)
    let wasHeld = model.isOn[key] != nil
    let expected = model.take(event, key)
    do {
      let outcome = try rig.press(rig.client(client), UTF8String(id), event)
      #expect(expected != nil, "seed \(seed): \(event) was not refused")
      switch outcome {
      case .known(let phase, _) where !isPrimitive:
        #expect(phase == expected, "seed \(seed): \(event) of \(client) on \(id)")
      case .known(let phase, _):
        #expect(phase == .inactive, "seed \(seed)")
        if hasObstacles { return }
        if case .cancelled = event { return }
        #expect(!wasHeld && expected == .inactive, "seed \(seed): \(event) was not told")
      case .later:
        #expect(isPrimitive, "seed \(seed)")
        waiting.append((client, rig.newestSerial))
      }
    } catch {
      #expect(expected == nil, "seed \(seed): \(event) was refused: \(error)")
    }
  }

  private var unanswered: Int { orphans + waiting.count { isUnanswered($0) } }

  private func isUnanswered(_ request: (client: UInt32, serial: UInt64)) -> Bool {
    rig.client(request.client).answers[request.serial] == nil
  }

  private mutating func turn() throws {
    try rig.turn(after: hasObstacles && chance(5) ? 100_000_000 : 1_000)
    if !isPrimitive { checkLooks() }
  }

  private mutating func close(_ client: UInt32) {
    rig.engine.connectionClosed(ConnectionID(rawValue: client))
    orphans += waiting.count { $0.client == client && isUnanswered($0) }
    waiting.removeAll { $0.client == client }
    for key in model.isOn.keys where key.client == client { model.isOn[key] = nil }
    for key in model.sizes.keys where key.client == client { model.sizes[key] = nil }
  }

  private mutating func obstacle(_ id: String) throws {
    switch pick(isPrimitive ? 6 : 4) {
    case 0:
      try set("on", chance(60))
      if chance(40) { try set("on", !model.isEnabled) }
    case 1:
      try set("busy", chance(40))
      if chance(40) { try set("busy", !model.isBusy) }
    case 2:
      try define(id)
      model.cancelAll(of: id)
    case 3:
      _ = rig.engine.remove(Match(ids: [UTF8String(id)]))
      try define(id)
      model.cancelAll(of: id)
      for key in model.sizes.keys where key.id == id { model.sizes[key] = nil }
    default:
      let worker = rig.workers[0]
      if worker.isReady {
        worker.crash(rig.engine, now: rig.now)
      } else {
        worker.start(rig.engine, now: rig.now)
      }
    }
  }

  private mutating func set(_ key: String, _ value: Bool) throws {
    if key == "on" { model.isEnabled = value } else { model.isBusy = value }
    try rig.set([key: .bool(value)])
    if model.isRefusing { for id in ["a", "b"] { model.cancelAll(of: id) } }
  }

  /// What is on show is pressed exactly while somebody presses it.
  private func checkLooks() {
    for id in ["a", "b"] {
      let isShown = rig.client(9).looks[id]?["isHighlighted"]?.bool == true
      #expect(isShown == model.isPressed(id), "seed \(seed): \(id)")
    }
  }

  /// All is released or gone.
  private mutating func comeToRest() throws {
    if !rig.workers[0].isReady { rig.workers[0].start(rig.engine, now: rig.now) }
    model.isEnabled = true
    model.isBusy = false
    try rig.set(["on": .bool(true), "busy": .bool(false)])
    try rig.settle()
    if !hasObstacles { checkLooks() }
    for client in 1...3 as ClosedRange<UInt32> {
      if chance(30) {
        close(client)
        continue
      }
      for id in ["a", "b"] {
        let event = chance(50) ? PressEvent.ended(nil) : .cancelled
        _ = model.take(event, .init(client: client, id: id))
        try rig.press(rig.client(client), UTF8String(id), event)
      }
    }
    try rig.settle(within: 1_000_000_000)
    #expect(rig.violations.isEmpty, "seed \(seed): \(rig.violations)")
    #expect(rig.engine.pressCount == 0, "seed \(seed)")
    for id in ["a", "b"] {
      #expect(rig.client(9).looks[id]?["isHighlighted"] == nil, "seed \(seed): \(id)")
      let ran = rig.value(UTF8String("count.\(id)")) ?? .int(0)
      let completed = model.completed[id] ?? 0
      if isPrimitive, hasObstacles {
        guard case .int(let ran) = ran else { return }
        #expect(ran <= Int64(completed), "seed \(seed): \(id)")
      } else {
        #expect(ran == .int(Int64(completed)), "seed \(seed): \(id)")
      }
    }
    for (client, serial) in waiting {
      #expect(rig.client(client).answers[serial] != nil, "seed \(seed): no answer")
    }
  }
}
