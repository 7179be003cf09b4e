import ButtonEngine
import ButtonModel
import TestSupport
import Testing

/// A newer version of a plugin that runs beside the one in force, proves itself and takes over.
@Suite struct TrialTests {
  /// Shows its version and the value of a key named like the button, twice.
  private static func version(
    _ version: String, styles: [String] = ["style"], reads: [String] = ["state.*"],
    failsOn: String? = nil
  ) -> FakePlugin {
    FakePlugin("p", styles: styles, reads: reads) { update in
      let value = update.read(update.id).map { "\($0)" } ?? "-"
      update.set(title: "\(version) \(value)")
      update.set(.subtitle, .text(UTF8String(version)))
      if update.id == failsOn { update.fail("cannot") }
    }
  }

  private func rig(_ buttons: Int = 1) throws -> (Rig, FakeClient) {
    let rig = Rig(plugins: [TrialTests.version("one")])
    for number in 0..<buttons { try rig.define(.make("b\(number)", "p/style")) }
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    return (rig, client)
  }

  @Test func itIsAskedForAllButtonsAndShownToNobody() throws {
    let (rig, client) = try rig(1_200)
    let lines = client.lines.count
    #expect(rig.beginTrial(0, TrialTests.version("two")) == .goesOn)
    try rig.settle()
    let batches = try #require(rig.candidates[1]).batches
    #expect(batches.map(\.items).reduce(0, +) == 1_200)
    #expect(batches.count == 3)
    #expect(try rig.answerTrial(0) == .goesOn)
    #expect(try rig.answerTrial(0) == .goesOn)
    #expect(try rig.answerTrial(0) == .passed)
    try rig.settle()
    #expect(client.lines.count == lines)
    #expect(client.title("b7") == "one -")
  }

  @Test func whatDiffersIsPublishedWhenItTakesOver() throws {
    let (rig, client) = try rig(3)
    _ = rig.beginTrial(0, TrialTests.version("two"))
    try rig.settle()
    #expect(try rig.answerTrial(0) == .passed)
    let lines = client.lines.count
    rig.endTrial(0)
    try rig.settle()
    #expect(client.lines.count == lines + 1, "one frame")
    #expect(["b0", "b1", "b2"].allSatisfy { client.title($0) == "two -" })
    #expect(
      client.lines.last?["params"]?["buttons"]?.elements.allSatisfy { $0["status"] == nil } == true)
  }

  @Test func theSameLooksAreNotPublished() throws {
    let (rig, client) = try rig(3)
    _ = rig.beginTrial(0, TrialTests.version("one"))
    try rig.settle()
    #expect(try rig.answerTrial(0) == .passed)
    let lines = client.lines.count
    rig.endTrial(0)
    try rig.settle()
    #expect(client.lines.count == lines)
  }

  @Test func stateThatChangesMeanwhileIsKnownToTheNewVersion() throws {
    let (rig, client) = try rig(3)
    try rig.set(["b0": .int(1), "b1": .int(1)])
    try rig.settle()
    _ = rig.beginTrial(0, TrialTests.version("two"))
    try rig.turn()
    try rig.set(["b0": .int(2)])
    try rig.update([("b1", .remove)])
    try rig.set(["b2": .int(3)])
    try rig.settle()
    #expect(try rig.answerTrial(0) == .passed)
    try rig.set(["b0": .int(4)])
    try rig.turn()
    rig.endTrial(0)
    try rig.settle()
    #expect(client.title("b0") == "two int(4)")
    #expect(client.title("b1") == "two -")
    #expect(client.title("b2") == "two int(3)")
  }

  @Test func whatTheOldVersionWasAtWorkOnIsAskedForAgain() throws {
    let (rig, client) = try rig()
    _ = rig.beginTrial(0, TrialTests.version("two"))
    try rig.settle()
    try rig.set(["b0": .int(9)])
    try rig.turn()
    #expect(rig.workers[0].batches.count == 1)
    #expect(try rig.answerTrial(0) == .passed)
    rig.endTrial(0)
    try rig.settle()
    #expect(client.title("b0") == "two int(9)")
    #expect(rig.engine.unsettledCount == 0)
    #expect(rig.violations == [])
  }

  @Test func aFailureOnAButtonThatWorkedIsNamed() throws {
    let (rig, client) = try rig(3)
    _ = rig.beginTrial(0, TrialTests.version("two", failsOn: "b1"))
    try rig.settle()
    #expect(try rig.answerTrial(0) == .failed("button b1: cannot"))
    rig.engine.trialEnded(rig.workers[0].lane)
    try rig.set(["b1": .int(1)])
    try rig.settle()
    #expect(client.title("b1") == "one int(1)")
  }

  @Test func looksThatFillAFrameAreNoFailure() throws {
    let (rig, client) = try rig(300)
    let long = String(repeating: "x", count: 4_000)
    _ = rig.beginTrial(0, FakePlugin("p") { $0.set(title: long) })
    try rig.settle()
    var progress = try rig.answerTrial(0)
    while progress == .goesOn {
      try rig.settle()
      progress = try rig.answerTrial(0)
    }
    #expect(progress == .passed)
    rig.endTrial(0)
    try rig.settle()
    #expect(client.title("b299") == long)
  }

  @Test func aFailureThatTheOldVersionHasAsWellIsNone() throws {
    let rig = Rig(plugins: [TrialTests.version("one", failsOn: "b0")])
    try rig.define(.make("b0", "p/style"), .make("b1", "p/style"))
    try rig.settle()
    _ = rig.beginTrial(0, TrialTests.version("two", failsOn: "b0"))
    try rig.settle()
    #expect(try rig.answerTrial(0) == .passed)
  }

  @Test func withoutButtonsThereIsNothingToProve() throws {
    let rig = Rig(plugins: [TrialTests.version("one")])
    #expect(rig.beginTrial(0, TrialTests.version("two")) == .passed)
    rig.endTrial(0)
    try rig.set(["b": .int(1)])
    try rig.define(.make("b", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.title("b") == "two int(1)")
  }

  @Test func aStyleThatIsGoneIsNotAskedForAndShowsTheFallback() throws {
    let rig = Rig(plugins: [TrialTests.version("one", styles: ["style", "other"])])
    try rig.define(.make("b0", "p/other"), .make("b1", "p/style", title: "own"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    _ = rig.beginTrial(0, TrialTests.version("two", styles: ["third", "other"]))
    try rig.settle()
    #expect(try #require(rig.candidates[1]).batches.map(\.items) == [1])
    #expect(try rig.answerTrial(0) == .passed)
    rig.endTrial(0)
    try rig.settle()
    #expect(client.title("b0") == "two -")
    #expect(client.title("b1") == "own")
    #expect(client.reason("b1") == "pluginMissing")
  }

  @Test func aVersionThatReadsMoreIsToldMore() throws {
    let rig = Rig(plugins: [TrialTests.version("one", reads: ["state.x"])])
    try rig.set(["b": .int(1)])
    try rig.define(.make("b", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.title("b") == "one -")
    _ = rig.beginTrial(0, TrialTests.version("two", reads: ["state.*"]))
    try rig.settle()
    #expect(try rig.answerTrial(0) == .passed)
    rig.endTrial(0)
    try rig.settle()
    #expect(client.title("b") == "two int(1)")
  }

  @Test func theOldWorkersDeathDuringATrialIsNoObstacle() throws {
    let (rig, client) = try rig()
    _ = rig.beginTrial(0, TrialTests.version("two"))
    try rig.settle()
    rig.workers[0].crash(rig.engine, now: rig.now)
    try rig.set(["b0": .int(5)])
    try rig.settle()
    #expect(try rig.answerTrial(0) == .passed)
    rig.endTrial(0)
    try rig.settle()
    #expect(client.title("b0") == "two int(5)")
    #expect(rig.status("b0") == nil)
  }

  @Test func aPoisonedButtonIsLeftOutAndTriedAfterwards() throws {
    let (rig, client) = try rig(2)
    try rig.set(["b0": .int(1)])
    try rig.turn()
    let handle = try #require(rig.workers[0].waitingHandles.first?.first)
    rig.workers[0].crash(rig.engine, now: rig.now, poisoned: handle)
    rig.workers[0].start(rig.engine, now: rig.now)
    try rig.settle()
    #expect(client.reason("b0") == "poisoned")
    _ = rig.beginTrial(0, TrialTests.version("two"))
    try rig.settle()
    #expect(try #require(rig.candidates[1]).batches.map(\.items) == [1])
    #expect(try rig.answerTrial(0) == .passed)
    rig.endTrial(0)
    try rig.settle()
    #expect(client.title("b0") == "two int(1)")
    #expect(client.reason("b0") == nil)
  }

  @Test func answersThatDoNotFitFailTheTrialAlone() throws {
    let (rig, _) = try rig()
    _ = rig.beginTrial(0, TrialTests.version("two"))
    try rig.settle()
    let lane = rig.workers[0].lane
    let rubbish: [UInt8] = [1, 2, 3]
    let progress = rubbish.withUnsafeBytes {
      rig.engine.trialAnswer(lane, sequence: 1, payload: $0)
    }
    guard case .failed = progress else {
      Issue.record("was taken: \(progress)")
      return
    }
    #expect(rig.engine.actions.isEmpty)
  }

  /// Whatever happens in whatever order, clients end up with what the version in force makes of the
  /// newest state, and no look is of two versions.
  @Test func anyOrderOfTrialsAndDeathsEndsWithTheNewestVersion() throws {
    var seed = Seed()
    for _ in 0..<scaled(100, few: 25) {
      let (rig, client) = try rig(5)
      var version = 1
      var inForce = "one"
      var candidate: String?
      var values: [String: Int64] = [:]
      for _ in 0..<80 {
        switch seed.next() % 12 {
        case 0...4:
          let id = "b\(seed.next() % 5)"
          values[id] = Int64(seed.next() % 100)
          try rig.set([id: .int(values[id] ?? 0)])
        case 5, 6: try rig.turn(after: 1_000_000)
        case 7: _ = try rig.workers[0].answer(rig.engine, now: rig.now)
        case 8 where rig.workers[0].isReady && candidate == nil:
          version += 1
          candidate = "v\(version)"
          _ = rig.beginTrial(0, TrialTests.version("v\(version)"))
        case 9:
          if try rig.answerTrial(0) == .passed, let name = candidate {
            rig.endTrial(0)
            (inForce, candidate) = (name, nil)
          }
        case 10 where rig.workers[0].isReady: rig.workers[0].crash(rig.engine, now: rig.now)
        case 11 where !rig.workers[0].isReady: rig.workers[0].start(rig.engine, now: rig.now)
        default: try rig.settle()
        }
        for look in client.looks.values {
          let title = look["title"]?.string ?? ""
          let subtitle = look["subtitle"]?.string ?? ""
          #expect(title.hasPrefix(subtitle + " "), "\(title) of \(subtitle)")
        }
      }
      if !rig.workers[0].isReady { rig.workers[0].start(rig.engine, now: rig.now) }
      try rig.settle(within: 60_000_000_000)
      for number in 0..<5 {
        let value = values["b\(number)"].map { "int(\($0))" } ?? "-"
        #expect(client.title("b\(number)") == "\(inForce) \(value)")
      }
      #expect(rig.engine.unsettledCount == 0)
      #expect(rig.violations == [])
    }
  }
}
