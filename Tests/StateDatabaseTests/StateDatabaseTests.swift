import ButtonModel
import TestSupport
import Testing

@testable import StateDatabase

@Suite struct StateDatabaseTests {
  let rig = StateDatabaseRig()

  static let values: [(String, StateValue)] = [
    ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("zero", .int(0)),
    ("least", .int(.min)), ("most", .int(.max)), ("one", .int(1)), ("oneAndNothing", .double(1)),
    ("minusZero", .double(-0.0)), ("least-double", .double(.leastNonzeroMagnitude)),
    ("most-double", .double(.greatestFiniteMagnitude)), ("third", .double(1.0 / 3)),
    ("empty", .string("")), ("text", .string("für später ✓")), ("nul", .string("a\u{0}b")),
    ("long", .string(UTF8String(String(repeating: "x", count: 65_536)))),
    ("list", .json(#"[1,"a"]"#)), ("object", .json("{}")),
  ]

  @Test func everyValueComesBackBitForBit() throws {
    let journal = try rig.open()
    try journal.set(StateDatabaseTests.values.map { ($0, $1) }, revision: 3)
    try journal.file.close(at: 3)
    let contents = try rig.contents()
    #expect(contents.values == Dictionary(uniqueKeysWithValues: StateDatabaseTests.values))
    #expect(Set(contents.revisions.values) == [3])
  }

  @Test func aRemovedKeyAndARemovedButtonStayAway() throws {
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    group.append("a", .int(1), revision: 1)
    group.append("b", .int(1), revision: 1)
    group.append(button: "x", #"{"id":"x","style":"gray"}"#, revision: 1)
    group.append(button: "y", #"{"id":"y","style":"gray"}"#, revision: 1)
    try journal.file.commit(group)
    group = JournalGroup(revision: 2)
    group.append("a", nil, revision: 2)
    group.append("never", nil, revision: 2)
    group.append(button: "y", nil, revision: 2)
    try journal.file.commit(group)
    try journal.file.close(at: 2)
    let contents = try rig.contents()
    #expect(contents.values == ["b": .int(1)])
    #expect(contents.buttons == ["x": #"{"id":"x","style":"gray"}"#])
  }

  @Test func theLeaseOfAKeyIsKeptUntilItIsRemoved() throws {
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    for (key, lease) in [("a", "till"), ("b", "till"), ("c", "belt")] {
      group.append(key, .int(1), revision: 1)
      group.append(leaseOf: key, lease)
    }
    try journal.file.commit(group)
    group = JournalGroup(revision: 2)
    group.append(leaseOf: "a", nil)
    group.append(leaseOf: "b", "belt")
    group.append(leaseOf: "never", nil)
    try journal.file.commit(group)
    try journal.file.close(at: 2)
    let contents = try rig.contents()
    #expect(contents.leases == ["b": "belt", "c": "belt"])
    #expect(contents.values.count == 3)
  }

  @Test func theOpeningTellsHowManyButtonsThereAre() throws {
    var journal = try rig.open()
    #expect(journal.file.opening.buttonCount == 0)
    var group = JournalGroup(revision: 1)
    group.append("a", .int(1), revision: 1)
    for id in ["x", "y", "z"] { group.append(button: id, "{}", revision: 1) }
    try journal.file.commit(group)
    group = JournalGroup(revision: 2)
    group.append(button: "y", nil, revision: 2)
    try journal.file.commit(group)
    try journal.file.close(at: 2)
    journal = try rig.open()
    #expect(journal.file.opening.buttonCount == 2)
  }

  @Test func aNewFileIsPrivateAndAloneAfterACleanStop() throws {
    let journal = try rig.open()
    #expect(journal.file.opening.isNew)
    try journal.set([("a", .int(1))], revision: 1)
    try journal.file.close(at: 1)
    #expect(try rig.names() == [StateFolder.lockName, StateDatabasePaths.name])
    #expect(try Folder.mode(rig.state) == 0o700)
    #expect(try Folder.mode(rig.file) == 0o600)
  }

  @Test func aCleanStopKeepsTheRevisionExactly() throws {
    var journal = try rig.open()
    #expect(journal.file.opening.revision == 0)
    try journal.set([("a", .int(1))], revision: 5)
    try journal.file.close(at: 7)
    journal = try rig.open()
    #expect(journal.file.opening == StateDatabaseFile.Opening(revision: 7))
  }

  @Test func afterAStopThatWasNotCleanNoRevisionIsGivenOutTwice() throws {
    var journal = try rig.open()
    try journal.set([("a", .int(1))], revision: 5)
    journal.file.abandon()
    journal = try rig.open()
    #expect(journal.file.opening.wasUnclean)
    let first = journal.file.opening.revision
    #expect(first == LifeRecord.reserve)
    try journal.set([("a", .int(2))], revision: first + LifeRecord.reserve * 3 / 4)
    journal.file.abandon()
    journal = try rig.open()
    #expect(journal.file.opening.revision == first + LifeRecord.reserve * 7 / 4)
  }

  @Test func aStopBeforeAnyChangeIsRemembered() throws {
    try rig.open().file.abandon()
    let journal = try rig.open()
    #expect(journal.file.opening.wasUnclean)
    try journal.file.close(at: journal.file.opening.revision)
    #expect(try rig.open().file.opening.wasUnclean == false)
  }

  @Test func whatIsReadComesInPieces() throws {
    let journal = try rig.open()
    let text = UTF8String(String(repeating: "y", count: 1_000))
    for part in 0..<4 {
      try journal.set(
        (0..<500).map { ("k\(part).n\($0)", .string(text)) }, revision: UInt64(part + 1))
    }
    try journal.file.rewind()
    var sizes: [Int] = []
    var keys = 0
    while let group = try journal.file.next() {
      sizes.append(group.byteCount)
      keys += group.count
    }
    #expect(keys == 2_000)
    #expect(sizes.count > 4)
    #expect(sizes.allSatisfy { $0 < 300 << 10 })
    #expect(try journal.file.next() == nil)
  }

  @Test func aClosedJournalSaysSo() throws {
    let journal = try rig.open()
    try journal.file.close(at: 0)
    #expect(throws: StateDatabaseError.self) { try journal.set([("a", .int(1))], revision: 1) }
  }

  /// Random groups against a dictionary, with stops of both kinds in between.
  @Test func theFileHoldsWhatADictionaryHolds() throws {
    var seed = Seed()
    var model: [String: StateValue] = [:]
    var revision: UInt64 = 0
    for _ in 0..<scaled(8) {
      let journal = try rig.open(isStrict: Bool.random(using: &seed))
      #expect(journal.file.opening.revision >= revision)
      revision = journal.file.opening.revision
      #expect(try journal.contents().values == model)
      for _ in 0..<Int.random(in: 0...12, using: &seed) {
        revision += UInt64.random(in: 1...3, using: &seed)
        var changes: [(String, StateValue?)] = []
        for _ in 0..<Int.random(in: 1...40, using: &seed) {
          let name = "k\(Int.random(in: 0..<60, using: &seed))"
          if changes.contains(where: { $0.0 == name }) { continue }
          let value =
            Bool.random(using: &seed) ? nil : StateDatabaseTests.values.randomElement(using: &seed)
          changes.append((name, value?.1))
          model[name] = value?.1
        }
        try journal.set(changes, revision: revision)
      }
      if Bool.random(using: &seed) {
        try journal.file.close(at: revision)
      } else {
        journal.file.abandon()
      }
    }
  }
}
