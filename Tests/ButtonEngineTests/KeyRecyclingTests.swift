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
