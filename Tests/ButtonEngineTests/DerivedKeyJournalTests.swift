import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// What the engine gives to the journal about derived keys, and takes from it.
@Suite struct DerivedKeyJournalTests {
  @Test func theJournalHasDefinitionsAndNoValues() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.derive(["b": "a + 1"])
    try rig.turn()
    journal.commit()
    #expect(journal.derivations == ["b": .expression("a + 1")])
    #expect(journal.values == [:])
    for number in 0..<3 {
      try rig.set(["a": .int(Int64(number))])
      try rig.turn(after: 20_000_000)
      #expect(journal.waiting == ["a"])
      journal.commit()
    }
    try rig.derive(["b": nil])
    try rig.turn(after: 20_000_000)
    journal.commit()
    #expect(journal.derivations == [:])
  }

  @Test func aGroupThatFailedIsWrittenAgain() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.derive(["b": "a + 1"])
    try rig.turn()
    journal.fail()
    try rig.turn(after: 10_000_000_000)
    journal.commit()
    #expect(journal.derivations == ["b": .expression("a + 1")])
    try rig.derive(["b": nil])
    try rig.turn(after: 20_000_000)
    journal.fail()
    try rig.set(["b": .int(3)])
    try rig.turn(after: 10_000_000_000)
    journal.commit()
    #expect(journal.derivations == [:])
    #expect(journal.values["b"] == .int(3))
  }

  @Test func aKeyThatLosesItsValueAndIsDerivedIsKeptAsDerived() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.set(["b": .int(1)])
    try rig.turn()
    journal.commit()
    try rig.update([("b", .remove)])
    try rig.derive(["b": "7"])
    try rig.turn(after: 20_000_000)
    journal.commit()
    #expect(journal.values["b"] == nil)
    #expect(journal.derivations == ["b": .expression("7")])
  }

  @Test func definitionsOfFilesAreNotJournaled() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    try rig.engine.derive("b", .expression("1"), isFromFile: true)
    try rig.turn()
    #expect(journal.waiting == nil)
    #expect(rig.value("b") == .int(1))
  }

  @Test func whatWasKeptIsRestored() throws {
    var group = JournalGroup(revision: 9)
    func append(_ name: String, _ text: ExpressionText) {
      Array(name.utf8).withUnsafeBytes { group.append(derivedKey: $0, text, revision: 5) }
    }
    append("b", .expression("a + 1"))
    append("label", .template("now {b}"))
    append("bad", .expression("a +"))
    Array("a".utf8).withUnsafeBytes { group.append(key: $0, .int(1), revision: 3) }
    let rig = Rig()
    let complaints = rig.engine.restore(ParsedGroup(group))
    rig.engine.startJournal(.relaxed, revision: 9)
    try rig.turn()
    #expect(rig.value("label") == .string("now 2"))
    #expect(complaints.count == 1)
    #expect(rig.engine.unsavedCount == 0)
  }

  @Test func aStartSpreadsExpensiveKeysOverTurns() throws {
    var group = JournalGroup(revision: 9)
    for number in 0..<40 {
      Array("q.k\(number)".utf8).withUnsafeBytes {
        let text = UTF8String("l.all(x, x > 0) && n != \(number)")
        group.append(derivedKey: $0, .expression(text), revision: 5)
      }
    }
    let list = Array(repeating: "1", count: 1_500).joined(separator: ",")
    Array("l".utf8).withUnsafeBytes {
      group.append(key: $0, .json(UTF8String("[\(list)]")), revision: 3)
    }
    Array("n".utf8).withUnsafeBytes { group.append(key: $0, .int(-1), revision: 3) }
    var settings = EngineSettings()
    settings.limits.derivedSteps = 50_000
    let rig = Rig(settings)
    _ = rig.engine.restore(ParsedGroup(group))
    rig.engine.startJournal(.relaxed, revision: 9)
    var turns = 0
    while !rig.engine.isSettled, turns < 100 {
      let before = rig.engine.budget.work
      try rig.turn()
      // A little more is spent around the evaluations.
      #expect(rig.engine.budget.work - before < 60_000 * WorkCost.expressionStep)
      turns += 1
    }
    #expect(turns >= 6 && turns < 12)
    for number in 0..<40 { #expect(rig.value(UTF8String("q.k\(number)")) == .bool(true)) }
  }

  @Test func strictAnswersWaitForTheDefinition() throws {
    let journal = FakeJournal(.strict)
    try journal.rig.derive(["b": "1"])
    #expect(journal.rig.engine.holdsAnswers)
    try journal.rig.turn()
    journal.commit()
    #expect(!journal.rig.engine.holdsAnswers)
  }
}
