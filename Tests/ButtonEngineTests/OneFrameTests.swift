import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// A change is shown by one frame, whatever lanes its buttons pass and in whatever order these answer,
/// as long as they answer before the deadline.
@Suite struct OneFrameTests {
  @Test func aChangeIsOneFrameWhateverLanesItsButtonsPass() throws {
    var seed = Seed()
    for _ in 0..<scaled(60, few: 8) {
      var life = OneFrameLife(Seed(seed.next()), buttons: 8)
      try life.run(changes: 12)
    }
  }

  @Test func aChangeIsOneFrameWheneverVersionsTakeOver() throws {
    var seed = Seed()
    for _ in 0..<scaled(60, few: 8) {
      var life = OneFrameLife(Seed(seed.next()), buttons: 8, replaces: true)
      try life.run(changes: 12)
    }
  }

  @Test func aDefinitionIsShownWithWhatElseItsTickTakesIn() throws {
    var seed = Seed()
    for _ in 0..<scaled(100, few: 15) {
      var life = OneFrameLife(Seed(seed.next()), buttons: 8, redefines: true)
      try life.run(changes: 12)
    }
  }

  @Test func aChangeOfManyChunksIsOneFrame() throws {
    var seed = Seed()
    for _ in 0..<scaled(1) {
      var life = OneFrameLife(Seed(seed.next()), buttons: 1_400)
      try life.run(changes: 2)
    }
  }

  /// A shows the key through H, B through Q and then H; Q answers while H is at work on A.
  @Test func aLaneThatHasAnsweredAndHasMoreToDoIsWaitedFor() throws {
    let rig = Rig(plugins: [OneFrameLife.plugin("h"), OneFrameLife.plugin("q")])
    try rig.define(
      .make("b0", handler: "h/handler"), .make("b6", "q/style", handler: "h/handler"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = client.take()
    try rig.set(["k0": .int(1)])
    try rig.turn()
    for worker in [1, 0, 0] {
      #expect(client.lines.isEmpty)
      try rig.workers[worker].answer(rig.engine, now: rig.now)
      try rig.turn()
    }
    #expect(client.lines.count == 1)
    #expect(client.title("b6") == "|qint(1)|hint(1)")
  }

  /// The daemon was busy, or stopped, while the worker answered.
  @Test func aLateTurnPublishesNothingWithoutTheAnswersThatAreThere() throws {
    for delay in [0, 3_000_000, 60_000_000_000] as [UInt64] {
      let rig = Rig(plugins: [OneFrameLife.plugin("p"), OneFrameLife.plugin("q")])
      try rig.define(.make("b0", "p/style"), .make("b3", "q/style"), .make("b6", selectedBy: "k0"))
      let client = rig.client()
      try rig.subscribe(client)
      try rig.settle()
      _ = client.take()
      try rig.set(["k0": .int(1)])
      try rig.turn()
      try rig.workers[0].answer(rig.engine, now: rig.now)
      try rig.pause(for: 8_000_000 + delay)
      #expect(client.lines.isEmpty)
      try rig.workers[1].answer(rig.engine, now: rig.now)
      try rig.settle()
      #expect(client.lines.count == 1)
    }
  }

  /// A version that has passed its trial while buttons wait for the other plugin's handler.
  @Test(arguments: [0, 1])
  func aChangeIsOneFrameWhenAVersionTakesOver(replaced: Int) throws {
    let rig = Rig(plugins: [OneFrameLife.plugin("p"), OneFrameLife.plugin("q")])
    try rig.define(
      .make("b0", "p/style"), .make("b3", "p/style"), .make("b6", "p/style", handler: "q/handler"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = rig.beginTrial(replaced, OneFrameLife.plugin(["p", "q"][replaced]))
    try rig.settle()
    _ = client.take()
    try rig.set(["k0": .int(1)])
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    rig.takesOver = true
    #expect(try rig.answerTrial(replaced) == .passed)
    try rig.settle()
    #expect(rig.candidates.isEmpty)
    #expect(client.lines.count == 1)
    #expect(client.title("b0") == "|pint(1)")
    #expect(client.title("b6") == "|pint(1)|qint(1)")
  }
}

/// Random buttons and changes, and workers that answer in random order but never late.
private struct OneFrameLife {
  let seed: UInt64
  var random: Seed
  let rig: Rig
  var model: NaiveModel
  /// What the newest tick found.
  var taken: Taken
  var next: Int64 = 0
  var frames = [0, 0]
  var isHovered = false
  /// Versions of plugins, which look the same, take over from others.
  let replaces: Bool
  /// Buttons are defined anew as well.
  let redefines: Bool

  /// What there was when a tick began.
  struct Taken {
    var model: NaiveModel
    /// Buttons that were defined anew since, which plugins were perhaps asked about.
    var isInterrupted: Set<String> = []
  }

  static let traits = [Traits(), Traits(userInterfaceStyle: .dark)]

  /// Reads one of three keys, and the traits in every second button.
  static func plugin(_ name: String) -> FakePlugin {
    var plugin = FakePlugin(name, styles: ["style", "press"]) { update in
      let number = Int(update.id.dropFirst()) ?? 0
      var title = update.title + "|" + name + (update.read("k\(number % 3)").map { "\($0)" } ?? "-")
      if number % 2 == 1 { title += "\(update.userInterfaceStyle)" }
      update.set(title: title)
    }
    plugin.descriptor.styles[1].isPrimitive = true
    return plugin
  }

  init(_ seed: Seed, buttons: Int, replaces: Bool = false, redefines: Bool = false) {
    self.replaces = replaces
    self.redefines = redefines
    self.seed = seed.value
    random = seed
    let plugins = ["p", "q", "r"].map { OneFrameLife.plugin($0) }
    var settings = EngineSettings()
    // Every other life draws one button a turn.
    if random.next() % 2 == 0 { settings.drawingAllowance = 1 }
    rig = Rig(settings, plugins: plugins)
    model = NaiveModel(plugins: plugins)
    taken = Taken(model: model)
    for number in 0..<(1 + pick(buttons)) { model.define(definition("b\(number)")) }
  }

  /// Any definition, whose title has its number.
  private mutating func definition(_ id: String) -> ButtonDefinition {
    let styles = ["filled", "p/style", "q/style", "r/style"]
    let handlers = [nil, "p/handler", "q/handler", "r/handler"]
    next += 1
    return .make(
      id, styles[pick(4)], handler: handlers[pick(4)], title: redefines ? "\(next)" : nil,
      group: redefines && chance(50) ? "g" : nil, selectedBy: chance(20) ? "selected" : nil)
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

  mutating func run(changes: Int) throws {
    _ = try rig.engine.define(Array(model.definitions.values))
    // Looks apart from those that are compared.
    for plugin in ["p", "q", "r"] { try rig.define(.make("x\(plugin)", "\(plugin)/press")) }
    for (number, traits) in OneFrameLife.traits.enumerated() {
      try rig.subscribe(rig.client(UInt32(number)), Match(patterns: ["b*"]), traits: traits)
    }
    try rig.settle()
    taken = Taken(model: model)
    for _ in 0..<changes {
      for number in 0...1 as ClosedRange<UInt32> { _ = rig.client(number).take() }
      frames = [0, 0]
      if chance(50) { try askAside() }
      var written = 1
      try change()
      try turn()
      while let worker = rig.workers.filter({ $0.isBusy }).randomElement(using: &random) {
        if try !worker.answerGesture(rig.engine, now: rig.now) {
          try worker.answer(rig.engine, now: rig.now)
        }
        if chance(50) { try turn() }
        if replaces { try goOnWithTrials() }
        if chance(10), written < 3 {
          try change()
          written += 1
        }
      }
      try turn()
      try rig.settle()
      try check(isLast: true)
      if isHovered { written += 1 }
      isHovered = false
      #expect(frames.allSatisfy { $0 <= written }, "seed \(seed): \(frames) for \(written)")
    }
    #expect(rig.violations.isEmpty, "seed \(seed)")
  }

  /// Begins the trial of a version, or has one on trial answer.
  private mutating func goOnWithTrials() throws {
    rig.takesOver = true
    let place = pick(3)
    if rig.candidates[rig.workers[place].lane.rawValue] == nil {
      if chance(30) { _ = rig.beginTrial(place, rig.workers[place].plugin) }
    } else {
      _ = try rig.answerTrial(place)
    }
    if chance(50) { try turn() }
  }

  /// Gives lanes something else to do than what a tick asks of them.
  private mutating func askAside() throws {
    let press = UTF8String("x\(["p", "q", "r"][pick(3)])")
    try rig.press(rig.client(2), press, chance(50) ? .began(nil) : .ended(nil))
    let id = UTF8String("b\(pick(model.definitions.count))")
    try rig.engine.explain(
      ExplainRequest(id: id, traits: Traits()), ticket: rig.ticket(rig.client(2)), now: rig.now)
    try turn()
  }

  private mutating func change() throws {
    for key in ["k0", "k1", "k2"] where chance(50) {
      next += 1
      model.values[key] = .int(next)
    }
    if chance(30) { model.values["selected"] = .bool(chance(50)) }
    try rig.set(model.values)
    if redefines, chance(50) {
      let ids = model.definitions.keys.sorted().filter { _ in chance(40) }
      let definitions = ids.map { definition($0) }
      for definition in definitions { model.define(definition) }
      _ = try rig.engine.define(definitions)
      taken.isInterrupted.formUnion(ids)
    }
    if redefines, chance(30) {
      // Its only pointer may show in a frame of its own.
      isHovered = true
      let ids = model.definitions.keys.sorted()
      let id = UTF8String(ids[pick(ids.count)])
      try rig.engine.hover(id, isOver: chance(50), rig.client(2).connection)
    }
  }

  private mutating func turn() throws {
    let ticks = rig.engine.statistics.ticks
    let before = taken
    try rig.turn()
    if rig.engine.statistics.ticks != ticks { taken = Taken(model: model) }
    try check(or: before)
  }

  /// Whoever was sent a frame shows everything that its tick took in.
  private mutating func check(or earlier: Taken? = nil, isLast: Bool = false) throws {
    for (number, traits) in OneFrameLife.traits.enumerated() {
      let client = rig.client(UInt32(number))
      let updates = client.take().count { $0["method"] != nil }
      frames[number] += updates
      if updates == 0, !isLast { continue }
      if isLast { taken = Taken(model: model) }
      var isRight = false
      for taken in [taken, earlier].compactMap({ $0 }) where !isRight {
        isRight = try client.shows(taken, traits)
      }
      #expect(isRight, "seed \(seed): a frame shows a part of a change")
    }
    #expect(rig.clients.values.allSatisfy { $0.complaints.isEmpty }, "seed \(seed)")
  }
}

extension NaiveModel {
  fileprivate mutating func define(_ definition: ButtonDefinition) {
    definitions[definition.id] = definition
  }
}

extension FakeClient {
  /// Whether the looks are what a tick has found. A button that was defined anew meanwhile may still show what it
  /// did before the tick, but nothing newer.
  fileprivate func shows(_ taken: OneFrameLife.Taken, _ traits: Traits) throws -> Bool {
    let wanted = try taken.model.looks({ _ in true }, traits)
    return looks.count == wanted.count
      && wanted.allSatisfy { id, look in
        guard let shown = looks[id] else { return false }
        if shown.isLike(look) { return true }
        return taken.isInterrupted.contains(id) && shown.number <= look.number
      }
  }
}

extension Wire {
  /// The number of the definition in a look's title.
  fileprivate var number: Int {
    self["title"]?.string.flatMap { Int($0.prefix { $0 != "|" }) } ?? 0
  }

  /// Whether two looks are the same but for a pointer.
  fileprivate func isLike(_ other: Wire) -> Bool {
    var members = members
    members["isHovered"] = nil
    return members == other.members
  }
}

extension FakeWorker {
  /// It has something to answer.
  fileprivate var isBusy: Bool { !batches.isEmpty || !gestures.isEmpty }
}
