import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// What the engine gives to the journal about leases, and takes from it.
@Suite struct LeaseJournalTests {
  @Test func theLeaseOfAKeyIsKeptOnceUntilItChanges() throws {
    let journal = FakeJournal(.relaxed)
    let rig = journal.rig
    let client = rig.client(1)
    try rig.set(["a": .int(1), "volatile.b": .int(1), "c": .int(1)], under: "till", of: client)
    #expect(rig.engine.unsavedCount == 4)
    try rig.turn()
    journal.commit()
    #expect(journal.leases == ["a": "till", "c": "till"])
    #expect(rig.engine.unsavedCount == 0)

    try rig.set(["a": .int(2)], under: "till", of: client)
    rig.close(client)
    try rig.turn(after: 20 * JournalTests.millisecond)
    #expect(journal.waiting == ["a"], "its value")
    journal.commit()
    try rig.set(["a": .int(2)], under: "belt", of: rig.client(2))
    try rig.update([("c", .remove)])
    try rig.turn(after: 20 * JournalTests.millisecond)
    journal.commit()
    #expect(journal.leases == ["a": "belt"])
  }

  @Test func theLeaseInAGroupThatFailsIsWrittenWithTheNext() throws {
    let journal = FakeJournal(.strict)
    let rig = journal.rig
    try rig.set(["a": .int(1)])
    try rig.turn()
    journal.commit()
    try rig.set(["a": .int(1)], under: "till", of: rig.client(1))
    #expect(rig.engine.holdsAnswers, "the lease is part of the change")
    try rig.turn()
    journal.fail()
    #expect(rig.engine.isDurabilityLost)
    try rig.turn(after: 10_000_000_000)
    journal.commit()
    #expect(journal.leases == ["a": "till"])
  }

  @Test func aKeyOfALeaseBeginsAsLost() throws {
    var group = JournalGroup(revision: 7)
    func append(_ key: UTF8String, _ lease: UTF8String?) {
      key.bytes.withUnsafeBytes { name in
        group.append(key: name, .bool(true), revision: 5)
        if let lease { group.append(leaseOf: name, lease) }
      }
    }
    append("a", "till")
    append("b", nil)
    UTF8String("gone").bytes.withUnsafeBytes { group.append(leaseOf: $0, "till") }
    let rig = Rig()
    #expect(rig.engine.restore(ParsedGroup(group)) == [])
    rig.engine.startJournal(.relaxed, revision: 7)
    #expect(rig.lost("a", "b", "gone") == ["a"])
    #expect(rig.engine.revision == 7)

    let client = rig.client(1)
    try rig.define(.make("x", selectedBy: "a"), .make("y", selectedBy: "b"))
    try rig.subscribe(client)
    try rig.settle()
    #expect(client.reason("x") == "sourceLost")
    #expect(client.reason("y") == nil)
    #expect(rig.groups.count == 1, "the buttons; nothing is new about the lease")

    try rig.set(["a": .bool(true)], under: "till", of: client)
    try rig.settle()
    #expect(client.reason("x") == nil)
    #expect(rig.lost("a") == [])
  }
}
