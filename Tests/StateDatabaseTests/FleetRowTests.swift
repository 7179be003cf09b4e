import ButtonModel
import Testing

@testable import StateDatabase

@Suite struct FleetRowTests {
  /// The values that a fleet has, how far they go and what waits for it are one transaction.
  @Test func scopesAndRequestsAreKeptWithTheirKeysAndForgotten() throws {
    let rig = StateDatabaseRig()
    var journal = try rig.open()
    var group = JournalGroup(revision: 1)
    group.append("stock.a", .int(1), revision: 1)
    append(&group, scope: "shop", "{}")
    append(&group, request: "shop/1", "one", 1)
    append(&group, request: "shop/2", "two", 2)
    try journal.file.commit(group)
    group = JournalGroup(revision: 2)
    append(&group, request: "shop/1", nil, 1)
    append(&group, scope: "shop", "{2}")
    try journal.file.commit(group)
    try journal.file.close(at: 2)
    journal = try rig.open()
    let contents = try journal.contents()
    #expect(contents.values == ["stock.a": .int(1)])
    #expect(contents.fleet == ["shop": "{2}", "shop/2": "two"])
    #expect(contents.revisions["shop/2"] == 2)
  }

  @Test(arguments: ["UPDATE outbox SET place = 3", "UPDATE scopes SET record = 'x'"])
  func aChangedRowIsDamage(statement: String) throws {
    let rig = StateDatabaseRig()
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    append(&group, scope: "shop", "{}")
    append(&group, request: "shop/1", "one", 1)
    try journal.file.commit(group)
    try journal.file.close(at: 1)
    do {
      let database = try Database.open(rig.file)
      try database.run("\(statement)", "damage")
    }
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
  }

  private func append(_ group: inout JournalGroup, scope: String, _ record: String) {
    Array(scope.utf8).withUnsafeBytes { group.append(scope: $0, Array(record.utf8)) }
  }

  private func append(
    _ group: inout JournalGroup, request: String, _ record: String?, _ place: UInt64
  ) {
    Array(request.utf8).withUnsafeBytes {
      group.append(request: $0, record.map { Array($0.utf8) }, ordinal: place)
    }
  }
}
