import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import StateDatabase

@Suite struct MigrationTests {
  let rig = StateDatabaseRig()

  /// Puts the journal of another version into the state folder.
  private func place(_ name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    mkdir(rig.state, 0o700)
    try FileBytes.write(try FileBytes.read("/\(folder)/Fixtures/\(name)"), to: rig.file)
  }

  /// From a layout that no release had to the present one.
  private static let fromZero = DatabaseSchema.Step(version: 1) {
    (database) throws(StateDatabaseError) in
    let revision = UInt64(try database.int(of: "SELECT revision FROM counter", "read") ?? 0)
    try database.run(
      "DROP TABLE counter; " + DatabaseSchema.tables.joined(separator: ";"), "bring up to date")
    let life = try LifeTable(database)
    try life.write(LifeRecord(revision: revision), in: database)
  }

  /// From a layout 1 that already has what the later ones add.
  private static let onwards = (2...DatabaseSchema.current.version).map { version in
    DatabaseSchema.Step(version: version) { (_) throws(StateDatabaseError) in }
  }

  /// From layout 0 to the present one.
  private static let fromFirst = DatabaseSchema(
    version: DatabaseSchema.current.version, steps: [fromZero] + onwards)

  private static let next = DatabaseSchema.current.version + 1

  private static let toNext = DatabaseSchema.Step(version: next) {
    (database) throws(StateDatabaseError) in
    try database.run("CREATE TABLE more (name TEXT)", "bring up to date")
  }

  @Test(arguments: [1, 2, 3])
  func aFileWrittenByOtherMeansIsReadAsDocumented(version: Int) throws {
    try place("version-\(version).sqlite")
    let journal = try rig.open()
    #expect(
      journal.file.opening
        == StateDatabaseFile.Opening(
          revision: 9, isMigrated: version < DatabaseSchema.current.version, buttonCount: 1))
    let contents = try journal.contents()
    #expect(
      contents.values == [
        "checkout.isOpen": .bool(true), "checkout.itemCount": .int(3),
        "checkout.items": .json(#"["tea","milk"]"#), "checkout.note": .string("für später ✓"),
        "checkout.nothing": .null, "checkout.total": .double(-0.0),
      ])
    #expect(
      contents.derivations
        == (version < 3
          ? [:]
          : [
            "checkout.isEmpty": .expression("checkout.itemCount == 0"),
            "checkout.label": .template("Pay {checkout.total} €"),
          ]))
    #expect(contents.revisions["checkout.note"] == 8)
    #expect(
      contents.leases == (version < 3 ? [:] : ["checkout.itemCount": "till"]))
    #expect(
      contents.buttons == ["pay": #"{"id":"pay","style":"gray","configuration":{"title":"Pay"}}"#])
  }

  @Test func anOlderFileThatLacksARowIsRefusedAndStaysAsItIs() throws {
    try place("version-2.sqlite")
    do {
      let database = try Database.open(rig.file)
      try database.run("DELETE FROM keys WHERE name = 'checkout.note'", "damage")
    }
    let bytes = try FileBytes.read(rig.file)
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
    #expect(try FileBytes.read(rig.file) == bytes)
  }

  @Test func anOlderFileIsBroughtUpToDate() throws {
    try place("version-0.sqlite")
    var journal = try rig.open(schema: MigrationTests.fromFirst)
    #expect(journal.file.opening == StateDatabaseFile.Opening(revision: 41, isMigrated: true))
    try journal.set([("a", .int(1))], revision: 42)
    try journal.file.close(at: 42)
    journal = try rig.open()
    #expect(journal.file.opening == StateDatabaseFile.Opening(revision: 42))
    #expect(try journal.contents().values == ["a": .int(1)])
  }

  @Test func stepsFollowOneAnother() throws {
    try place("version-0.sqlite")
    let schema = DatabaseSchema(
      version: MigrationTests.next,
      steps: [MigrationTests.toNext, MigrationTests.fromZero] + MigrationTests.onwards)
    let journal = try rig.open(schema: schema)
    #expect(journal.file.opening.isMigrated)
    try journal.file.close(at: 41)
    #expect(try rig.open(schema: schema).file.opening.isMigrated == false)
  }

  @Test func aStepThatFailsChangesNothing() throws {
    try place("version-0.sqlite")
    let failing = DatabaseSchema.Step(version: 2) { (database) throws(StateDatabaseError) in
      try database.run("INSERT INTO nowhere VALUES (1)", "bring up to date")
    }
    let schema = DatabaseSchema(version: 2, steps: [MigrationTests.fromZero, failing])
    #expect(throws: StateDatabaseError.self) { try rig.open(schema: schema) }
    let journal = try rig.open(schema: MigrationTests.fromFirst)
    #expect(journal.file.opening.revision == 41)
  }

  @Test func anOlderFileThatNothingLeadsFromIsRefused() throws {
    try place("version-0.sqlite")
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .failed)
    #expect(error?.message.contains("layout 0") == true)
  }

  @Test func aNewerFileIsRefusedAndStaysAsItIs() throws {
    try place("version-3.sqlite")
    try rig.open(
      schema: DatabaseSchema(
        version: MigrationTests.next,
        steps: [
          DatabaseSchema.fleet, DatabaseSchema.groups, DatabaseSchema.images, MigrationTests.toNext,
        ])
    )
    .file.close(at: 9)
    let bytes = try FileBytes.read(rig.file)
    for acceptsLoss in [false, true] {
      let error = #expect(throws: StateDatabaseError.self) {
        try rig.open(acceptsLoss: acceptsLoss)
      }
      #expect(error?.kind == .newerVersion)
      #expect(error?.description.contains("newer version of buttond") == true)
    }
    #expect(try FileBytes.read(rig.file) == bytes)
  }
}
