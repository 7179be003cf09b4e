import ButtonModel
import Testing

@testable import StateDatabase

/// Groups of buttons in the file.
@Suite struct GroupRowTests {
  let rig = StateDatabaseRig()

  /// A journal in which a group was defined and another one removed.
  private func filled() throws -> OpenJournal {
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    group.append(button: "x", #"{"id":"x","style":"gray","group":"till"}"#, revision: 1)
    group.append(group: "till", #"{"id":"till","tint":"systemPink"}"#, revision: 1)
    group.append(group: "desk", #"{"id":"desk"}"#, revision: 1)
    try journal.file.commit(group)
    group = JournalGroup(revision: 2)
    group.append(group: "desk", nil, revision: 2)
    group.append(group: "never", nil, revision: 2)
    try journal.file.commit(group)
    return journal
  }

  @Test func aGroupIsKeptUntilItIsRemoved() throws {
    try filled().file.close(at: 2)
    let contents = try rig.contents()
    #expect(contents.groups == ["till": #"{"id":"till","tint":"systemPink"}"#])
    #expect(contents.revisions["till"] == 1)
    #expect(contents.buttons.count == 1)
  }

  @Test(arguments: [
    "UPDATE groups SET definition = '{}'", "UPDATE groups SET revision = 2", "DELETE FROM groups",
  ])
  func aChangedOrMissingRowIsDamage(statement: String) throws {
    try filled().file.close(at: 2)
    do {
      let database = try Database.open(rig.file)
      try database.run("\(statement)", "damage")
    }
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
  }
}
