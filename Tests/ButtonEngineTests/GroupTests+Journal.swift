import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonEngine

/// What is kept of groups.
extension GroupTests {
  @Test func groupsAreInTheJournalUnlessAFileHasThem() throws {
    let journal = FakeJournal(.relaxed)
    let engine = journal.rig.engine
    try engine.defineGroups([group("g", #"{"tint":"systemPink"}"#)])
    try engine.defineGroups([group("f", "{}")], isFromFile: true)
    try journal.rig.turn()
    #expect(journal.waiting == ["g"])
    journal.commit()
    #expect(journal.groups == ["g": #"{"id":"g","tint":"systemPink"}"#])
    _ = engine.removeGroups(["g", "f"])
    try journal.rig.turn(after: 20_000_000)
    journal.commit()
    #expect(journal.groups.isEmpty)
    try engine.defineGroups([group("g", "{}")])
    try journal.rig.turn(after: 20_000_000)
    journal.fail()
    _ = engine.removeGroups(["g"])
    try journal.rig.turn(after: 200_000_000)
    #expect(journal.waiting == ["g"])
    journal.commit()
    #expect(journal.groups.isEmpty && engine.unsavedCount == 0)
  }

  @Test(arguments: [false, true])
  func whatIsRestoredHoldsWhicheverComesFirst(isButtonFirst: Bool) throws {
    var buttons = JournalGroup(revision: 3)
    buttons.append("b", button: #"{"id":"b","style":"filled","group":"g"}"#, revision: 2)
    var groups = JournalGroup(revision: 3)
    groups.append("g", group: #"{"id":"g","tint":"systemPink"}"#, revision: 3)
    groups.append("bad", group: #"{"id":"bad","tinted":1}"#, revision: 3)
    let rig = Rig()
    var complaints: [String] = []
    for kept in isButtonFirst ? [buttons, groups] : [groups, buttons] {
      complaints += rig.engine.restore(ParsedGroup(kept))
    }
    rig.engine.startJournal(.relaxed, revision: 3)
    try rig.subscribe(rig.client())
    try rig.settle()
    #expect(rig.client().looks["b"]?["backgroundColor"]?.string == "#FF2D55FF")
    #expect(complaints.count == 1 && complaints[0].hasPrefix("the group bad is left out:"))
    #expect(rig.engine.unsavedCount == 0)
  }
}

extension JournalGroup {
  fileprivate mutating func append(_ id: String, button: String, revision: UInt64) {
    Array(id.utf8).withUnsafeBytes { id in
      Array(button.utf8).withUnsafeBytes { append(button: id, $0, revision: revision) }
    }
  }

  fileprivate mutating func append(_ id: String, group: String, revision: UInt64) {
    Array(id.utf8).withUnsafeBytes { id in
      Array(group.utf8).withUnsafeBytes { append(group: id, $0, revision: revision) }
    }
  }
}
