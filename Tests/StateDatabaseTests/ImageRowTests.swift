import ButtonModel
import Testing

@testable import StateDatabase

/// Images in the file.
@Suite struct ImageRowTests {
  let rig = StateDatabaseRig()

  private func filled() throws -> OpenJournal {
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    for (name, data) in [("one", "aGk="), ("two", "aG8=")] { append(&group, name, data) }
    try journal.file.commit(group)
    group = JournalGroup(revision: 1)
    append(&group, "two", nil)
    append(&group, "never", nil)
    try journal.file.commit(group)
    return journal
  }

  private func append(_ group: inout JournalGroup, _ name: String, _ data: String?) {
    UTF8String(name).bytes.withUnsafeBytes { group.append(image: $0, data.map { Array($0.utf8) }) }
  }

  @Test func anImageIsKeptUntilItIsRemoved() throws {
    try filled().file.close(at: 1)
    #expect(try rig.contents().images == ["one": "aGk="])
  }

  @Test(arguments: ["UPDATE images SET data = 'aGl='", "DELETE FROM images"])
  func aChangedOrMissingRowIsDamage(statement: String) throws {
    try filled().file.close(at: 1)
    do {
      let database = try Database.open(rig.file)
      try database.run("\(statement)", "damage")
    }
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
  }
}
