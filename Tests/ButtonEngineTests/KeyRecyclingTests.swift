import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// Names that come and go: the ids of their keys stand for other names later.
@Suite struct KeyRecyclingTests {
  @Test func aKeyThatWasDerivedForAMomentMayBeForgotten() throws {
    for isLimited in [false, true] {
      var settings = EngineSettings()
      settings.unusedKeys = 256
      if isLimited { settings.maximumFrameRate = 10 }
      let rig = Rig(settings)
      for line in 0..<8 {
        for pair in 0..<10 {
          let names = (0..<40).map { "z\(line).k\(pair)x\($0)" }
          try rig.derive(["d.q": "[\(names.joined(separator: ","))]"])
          try rig.derive(["d.q": nil])
        }
        // Something asks for the newest state before the next tick.
        rig.engine.settle()
        try rig.turn()
      }
      try rig.settle(within: 1_000_000_000)
      #expect(rig.keyCapacity < 3_200, "some numbers stand for another name")
      try rig.derive(["d.q": "1 + 1"])
      try rig.settle(within: 1_000_000_000)
      #expect(rig.value("d.q") == .int(2))
    }
  }

  @Test func namesThatAWorkerMayReadComeAndGo() throws {
    var settings = EngineSettings()
    settings.unusedKeys = 256
    let plugin = FakePlugin("p") { update in
      guard case .string(let name)? = update.read("name") else { return }
      guard case .int(let number)? = update.read(name.string) else {
        return update.set(title: "\(name): absent")
      }
      update.set(title: "\(name): \(number)")
    }
    let rig = Rig(settings, plugins: [plugin])
    try rig.define(.make("a", "p/style"))
    try rig.subscribe(rig.client(1))
    let names = 40_000
    for first in stride(from: 0, to: names, by: 1_000) {
      let some = (first..<first + 1_000).map { "x.n\($0)" }
      var values = Dictionary(uniqueKeysWithValues: some.map { ($0, StateValue.int(1)) })
      values["name"] = .string(UTF8String(some[0]))
      try rig.set(values)
      try rig.settle()
      #expect(rig.client(1).title("a") == "\(some[0]): 1")
      try rig.update(some.map { ($0, .remove) })
      try rig.settle()
      #expect(rig.client(1).title("a") == "\(some[0]): absent")
    }
    #expect(rig.keyCapacity < names * 3 / 4)
    // Of a name whose number went to another one.
    try rig.set(["name": .string("x.n0"), "x.n0": .int(7)])
    try rig.settle()
    #expect(rig.client(1).title("a") == "x.n0: 7")
  }

  /// Some fifty thousand names in all where scripts/soak runs it, of which only those in use are known at a time.
  @Test func namesThatComeAndGoChangeNothing() throws {
    var seed = Seed()
    var settings = EngineSettings()
    settings.unusedKeys = 0
    for number in 0..<scaled(20, few: 4) {
      settings.maximumFrameRate = number % 2 == 0 ? 0 : 100
      var life = RandomLife(
        Seed(seed.next()), settings, hasLeases: number % 4 < 2, usesNames: true)
      try life.run(steps: 600)
      #expect(life.rig.keyCapacity < life.names.count + 100)
    }
  }
}
