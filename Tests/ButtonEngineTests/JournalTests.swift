import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// What the engine gives to the journal.
@Suite struct JournalTests {
  static let millisecond: UInt64 = 1_000_000

  @Test func withoutAJournalNothingIsNoted() throws {
    let rig = Rig()
    try rig.set(["a": .int(1)])
    try rig.turn()
    #expect(rig.groups.isEmpty)
    #expect(rig.engine.unsavedCount == 0)
    #expect(rig.engine.durability == .none)
  }

  @Test func withoutDurabilityNothingIsNoted() throws {
    let journal = FakeJournal(.none)
    try journal.rig.set(["a": .int(1)])
    try journal.rig.define(.make("x", "gray"))
    try journal.rig.turn()
    #expect(journal.waiting == nil)
    #expect(journal.rig.engine.unsavedCount == 0)
  }

  @Test func aThousandSetsOfAKeyInOneTurnAreOneEntry() throws {
    let journal = FakeJournal(.relaxed)
    for number in 0..<1_000 { try journal.rig.set(["a": .int(Int64(number))]) }
    try journal.rig.turn()
    #expect(journal.waiting == ["a"])
    journal.commit()
    #expect(journal.values == ["a": .int(999)])
    #expect(journal.revision == 1_000)
  }

  @Test func whatChangesWhileAGroupIsUnderWayGoesOnceWithTheNext() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.set(["a": .int(0)])
    try rig.turn()
    for number in 0..<100 {
      try rig.set(["a": .int(Int64(number)), "b\(number % 3)": .int(1)])
      try rig.turn(after: 20 * JournalTests.millisecond)
      #expect(rig.groups.count == 1)
    }
    journal.commit()
    #expect(journal.values == ["a": .int(0)], "the value when the group was taken")
    try rig.turn()
    #expect(journal.waiting == ["a", "b0", "b1", "b2"])
    journal.commit()
    #expect(journal.values["a"] == .int(99))
    try rig.turn()
    #expect(rig.groups.isEmpty)
  }

  @Test func groupsOfRelaxedDurabilityKeepTheirPace() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.set(["a": .int(1)])
    try rig.turn()
    journal.commit()
    try rig.set(["a": .int(2)])
    try rig.turn(after: JournalTests.millisecond)
    #expect(rig.groups.isEmpty)
    let wake = try #require(rig.engine.wakeTime)
    #expect(wake == rig.now + 9 * JournalTests.millisecond)
    try rig.turn(after: wake - rig.now)
    #expect(journal.waiting == ["a"])
    journal.commit()
    try rig.set(["a": .int(3)])
    rig.engine.hurryJournal()
    try rig.turn()
    #expect(journal.waiting == ["a"], "but for a stop")
  }

  /// What docs/configuration.md promises of `relaxed`.
  @Test func aChangeGoesToAFreeJournalWithinTenMilliseconds() throws {
    var seed = Seed()
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    var changedAt: UInt64?
    var taken = 0
    var freeSince = rig.now
    for number in 0..<scaled(2_000) {
      if changedAt == nil, Bool.random(using: &seed) {
        try rig.set(["a": .int(Int64(number))])
        changedAt = rig.now
      }
      if journal.waiting != nil, Int.random(in: 0..<3, using: &seed) == 0 {
        journal.commit()
        freeSince = rig.now
      }
      let before = rig.groups.count
      try rig.turn()
      if let changed = changedAt, rig.groups.count > before {
        let due = max(changed + 10 * JournalTests.millisecond, freeSince)
        #expect(rig.now <= due, "\(number): \(rig.now - due) ns late")
        changedAt = nil
        taken += 1
      }
      // The loop sleeps until something comes, and no longer than the engine lets it.
      let wake = max(rig.now, rig.engine.wakeTime ?? .max)
      rig.now += min(
        UInt64.random(in: 0...25, using: &seed) * JournalTests.millisecond, wake - rig.now)
    }
    #expect(taken > 100 || scaled(2_000) < 2_000)
  }

  @Test func volatileKeysAndTheThemeAreNeverGiven() throws {
    let journal = FakeJournal(.strict)
    let rig = journal.rig
    rig.engine.setTheme([(path: "a", value: .int(1))])
    try rig.set(["volatile.a": .int(1), "volatiles": .int(1), "volatile": .int(1)])
    try rig.turn()
    #expect(journal.waiting == ["volatile", "volatiles"])
    journal.commit()
    try rig.set(["volatile.a": .int(2)])
    rig.engine.setTheme([(path: "a", value: .int(2))])
    #expect(!rig.engine.holdsAnswers)
    try rig.turn()
    #expect(rig.groups.isEmpty)
  }

  @Test func theEndOfAVolatileKeysDerivationIsGiven() throws {
    let journal = FakeJournal(.strict)
    let rig = journal.rig
    try rig.derive(["volatile.x": "1 + 1"])
    try rig.turn()
    #expect(journal.waiting == ["volatile.x"])
    journal.commit()
    try rig.derive(["volatile.x": nil])
    try rig.set(["volatile.x": .int(5)])
    try rig.turn()
    #expect(journal.waiting == ["volatile.x"])
  }

  @Test func aKeyThatCameAndWentInBetweenIsNotGiven() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.set(["a": .int(1), "b": .int(1)])
    try rig.update([("b", .remove)])
    try rig.turn()
    #expect(journal.waiting == ["a"])
    journal.commit()
    try rig.update([("a", .remove)])
    try rig.turn(after: 20 * JournalTests.millisecond)
    journal.commit()
    #expect(journal.newest == ["a"])
    #expect(journal.values.isEmpty)
  }

  @Test func definitionsOfClientsAreGivenAndThoseOfFilesAreNot() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    func group() throws -> [String] {
      try rig.turn(after: 20 * JournalTests.millisecond)
      if journal.waiting == nil { return [] }
      journal.commit()
      return journal.newest
    }
    try rig.define(.make("client", "gray"))
    _ = try rig.engine.define([.make("file", "gray")], isFromFile: true)
    #expect(try group() == ["client"])
    #expect(journal.buttons == ["client": #"{"id":"client","style":"gray"}"#])
    // A client makes a file's button its own; a file takes a client's.
    try rig.define(.make("file", "plain"))
    _ = try rig.engine.define([.make("client", "plain")], isFromFile: true)
    #expect(try group() == ["client", "file"])
    #expect(journal.buttons == ["file": #"{"id":"file","style":"plain"}"#])
    _ = rig.engine.remove(Match(ids: ["file", "client"]))
    #expect(try group() == ["file"])
    #expect(journal.buttons.isEmpty)
    try rig.define(.make("brief", "gray"))
    _ = rig.engine.remove(Match(ids: ["brief"]))
    #expect(try group() == [])
  }

  @Test func aPluginThatComesMakesNoDefinitionAClients() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    _ = try rig.engine.define([.make("file", "p/style")], isFromFile: true)
    rig.install(FakePlugin("p") { $0.set(title: "x") })
    try rig.settle()
    #expect(rig.groups.isEmpty)
    #expect(rig.engine.unsavedCount == 0)
  }

  @Test func aGroupThatFailsGoesWithTheNextAfterAWhile() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.set(["a": .int(1), "b": .int(1)])
    try rig.define(.make("x", "gray"))
    try rig.turn()
    try rig.set(["a": .int(2)])
    journal.fail()
    #expect(rig.engine.isDurabilityLost)
    var waits: [UInt64] = []
    for _ in 0..<8 {
      try rig.turn()
      #expect(rig.groups.isEmpty)
      let wake = try #require(rig.engine.wakeTime)
      waits.append((wake - rig.now) / JournalTests.millisecond)
      try rig.turn(after: wake - rig.now)
      #expect(journal.waiting == ["a", "b", "x"])
      journal.fail()
    }
    #expect(waits == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    try rig.set(["c": .int(1)])
    try rig.turn(after: 5_000 * JournalTests.millisecond)
    journal.commit()
    #expect(!rig.engine.isDurabilityLost)
    #expect(journal.values == ["a": .int(2), "b": .int(1), "c": .int(1)])
    #expect(journal.buttons.keys.sorted() == ["x"])
    #expect(rig.engine.statistics.journalFailures == 9)
  }

  @Test func aRemovalThatFailedIsNotForgotten() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.set(["a": .int(1)])
    try rig.define(.make("x", "gray"))
    try rig.turn()
    journal.commit()
    try rig.update([("a", .remove)])
    _ = rig.engine.remove(Match(ids: ["x"]))
    try rig.turn(after: 20 * JournalTests.millisecond)
    journal.fail()
    try rig.turn(after: 200 * JournalTests.millisecond)
    journal.commit()
    #expect(journal.values.isEmpty && journal.buttons.isEmpty)
    #expect(journal.newest == ["a", "x"])
  }

  @Test func whatIsNotWrittenTakesNoMoreRoomThanState() throws {
    var settings = EngineSettings()
    settings.unusedKeys = 256
    let journal = FakeJournal(.relaxed, Rig(settings))
    let rig = journal.rig
    try rig.set(["kept": .int(1)])
    try rig.turn()
    journal.fail()
    // The store remembers 16,384 removals, and looks for unused names at twice as many.
    for round in 0..<940 {
      let names = (0..<64).map { "k\(round).\($0)" }
      try rig.update(names.map { ($0, .set(.int(1))) })
      try rig.update(names.map { ($0, .remove) })
      for number in 0..<8 { try rig.define(.make("b\(round).\(number)", "gray")) }
      _ = rig.engine.remove(Match(patterns: ["b*"]))
      try rig.turn()
    }
    try rig.turn()
    #expect(rig.keyCapacity < 40_000, "\(rig.keyCapacity)")
    #expect(rig.engine.unsavedCount == 1)
    #expect(rig.groups.isEmpty)
    try rig.turn(after: 1_000 * JournalTests.millisecond)
    #expect(journal.waiting == ["kept"])
  }

  @Test func anEngineGoesOnFromWhatWasKept() throws {
    let plugin = FakePlugin("p") { $0.set(title: "x") }
    let journal = FakeJournal(.relaxed, Rig(plugins: [plugin]))
    try journal.rig.set(["a": .int(1), "b": .string("x")])
    try journal.rig.define(.make("x", "gray"), .make("y", "p/style"))
    try journal.rig.turn()
    let group = try #require(journal.rig.groups.first)

    let rig = Rig()
    rig.engine.expect(buttons: 2)
    #expect(rig.engine.restore(ParsedGroup(group)) == [])
    rig.engine.startJournal(.relaxed, revision: 500)
    #expect(rig.engine.revision == 500)
    #expect(rig.value("a") == .int(1) && rig.value("b") == .string("x"))
    #expect(rig.engine.definition(of: "x") == .make("x", "gray"))
    try rig.settle()
    #expect(rig.status("y")?.reason == .pluginMissing)
    #expect(rig.groups.isEmpty, "nothing of it is written again")
    #expect(try rig.set(["a": .int(2)]) == 501)
    var changes = ChangeSet()
    changes.append(StateOperation(key: "b", kind: .set(.null)))
    #expect(throws: EngineError.self) { try rig.engine.apply(&changes, ifRevision: 0) }
    try rig.update([("b", .remove)])
    _ = rig.engine.remove(Match(ids: ["x"]))
    try rig.turn(after: 20 * JournalTests.millisecond)
    let names = rig.groups.first.map { group in
      var names: [String] = []
      group.visit { names.append(String(decoding: $0.name, as: UTF8.self)) }
      return names.sorted()
    }
    #expect(names == ["a", "b", "x"])
  }

  @Test func aDefinitionThatIsNotUnderstoodIsLeftOut() throws {
    var group = JournalGroup(revision: 1)
    for (id, text) in [("bad", "{"), ("new", #"{"id":"new","style":"gray","wings":2}"#)] {
      UTF8String(id).bytes.withUnsafeBytes { id in
        UTF8String(text).bytes.withUnsafeBytes { group.append(button: id, $0, revision: 1) }
      }
    }
    let rig = Rig()
    let complaints = rig.engine.restore(ParsedGroup(group))
    #expect(complaints.count == 2)
    #expect(complaints[1].contains("new") && complaints[1].contains("wings"))
    #expect(rig.engine.buttonCount == 0)
  }

  /// Random changes, with groups that are written or fail at random times: what is in the journal is
  /// always a moment of the past, whole, and in the end the present.
  @Test(arguments: [Durability.relaxed, .strict])
  func theJournalHoldsAMomentOfThePast(durability: Durability) throws {
    var seed = Seed()
    let journal = FakeJournal(durability)
    let rig = journal.rig
    var model: [String: StateValue] = [:]
    var history: [[String: StateValue]] = [[:]]
    for step in 0..<scaled(3_000) {
      var changes: [(String, StateOperation.Kind)] = []
      for _ in 0..<Int.random(in: 0...4, using: &seed) {
        let name = "k\(Int.random(in: 0..<12, using: &seed))"
        let isRemoval = Int.random(in: 0..<4, using: &seed) == 0
        changes.append((name, isRemoval ? .remove : .set(.int(Int64(step)))))
      }
      do {
        try rig.update(changes)
        for (name, kind) in changes {
          if case .set(let value) = kind { model[name] = value } else { model[name] = nil }
        }
        history.append(model)
      } catch EngineError.notDurable(applied: false, revision: _) {
        #expect(durability == .strict && rig.engine.isDurabilityLost)
      }
      if Bool.random(using: &seed) {
        try rig.turn(after: UInt64.random(in: 0...30, using: &seed) * JournalTests.millisecond)
      }
      guard !rig.groups.isEmpty, Int.random(in: 0..<3, using: &seed) == 0 else { continue }
      if Int.random(in: 0..<4, using: &seed) == 0 {
        journal.fail()
      } else {
        journal.commit()
        let place = try #require(history.lastIndex(of: journal.values))
        history.removeFirst(place)
      }
    }
    while rig.engine.unsavedCount > 0 || !rig.groups.isEmpty {
      if !rig.groups.isEmpty { journal.commit() }
      try rig.turn(after: 10_000 * JournalTests.millisecond)
    }
    #expect(journal.values == model)
    #expect(rig.engine.revision >= journal.revision)
  }
}
