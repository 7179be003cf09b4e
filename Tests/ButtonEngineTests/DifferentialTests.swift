import ButtonEngine
import ButtonProtocol
import TestSupport
import Testing

/// Random lives of an engine, compared with a model that computes everything anew.
@Suite struct DifferentialTests {
  private static var tinyLinesAndFewTombstones: EngineSettings {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 2_000
    settings.maximumTombstones = 3
    settings.drawingAllowance = 1
    return settings
  }

  @Test func afterAnyLifeEverySubscriberShowsWhatTheModelShows() throws {
    var seed = Seed()
    for _ in 0..<scaled(60, few: 10) {
      var life = RandomLife(Seed(seed.next()))
      try life.run(steps: 400)
    }
  }

  @Test func underAFrameRateTheSameHolds() throws {
    var seed = Seed()
    var settings = EngineSettings()
    settings.maximumFrameRate = 100
    for _ in 0..<scaled(30, few: 5) {
      var life = RandomLife(Seed(seed.next()), settings)
      try life.run(steps: 400)
    }
  }

  @Test func withTinyLinesAndFewTombstonesTheSameHolds() throws {
    var seed = Seed()
    for _ in 0..<scaled(30, few: 5) {
      var life = RandomLife(Seed(seed.next()), Self.tinyLinesAndFewTombstones)
      try life.run(steps: 400)
    }
  }

  @Test(arguments: [false, true])
  func withLeasesEverySubscriberKnowsWhatIsLost(hasTinyLines: Bool) throws {
    var seed = Seed()
    for _ in 0..<scaled(60, few: 6) {
      var life = RandomLife(
        Seed(seed.next()),
        hasTinyLines ? Self.tinyLinesAndFewTombstones : EngineSettings(), hasLeases: true)
      try life.run(steps: 400)
    }
  }

  @Test(arguments: [false, true])
  func withHiddenButtonsTheSameHolds(hasTinyLines: Bool) throws {
    var seed = Seed()
    for _ in 0..<scaled(60, few: 6) {
      var life = RandomLife(
        Seed(seed.next()),
        hasTinyLines ? Self.tinyLinesAndFewTombstones : EngineSettings(), hides: true)
      try life.run(steps: 400)
    }
  }

  /// In this life a look changes and changes back within a frame that tells of the button's status: the
  /// change that led to the look is not told again to those who have it.
  @Test func aChangeIsToldToThoseWhoDoNotHoldItYet() throws {
    var life = RandomLife(Seed(5_526_864_085_326_801_353), Self.tinyLinesAndFewTombstones)
    try life.run(steps: 400)
  }
}
