import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import StateDatabase

/// Files that define more than buttond's tables, as somebody else may have made them.
@Suite struct ForeignFileTests {
  let rig = StateDatabaseRig()

  static let additions = [
    "CREATE TRIGGER t AFTER INSERT ON keys BEGIN DELETE FROM buttons; END",
    "CREATE TRIGGER t AFTER UPDATE ON life BEGIN DELETE FROM keys; END",
    "CREATE VIEW v AS SELECT * FROM keys", "CREATE TABLE evil (x)",
    "CREATE INDEX i ON keys (abs(revision))", "CREATE UNIQUE INDEX i ON buttons (definition)",
    "CREATE TABLE g (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1))",
    "CREATE TRIGGER \"\u{1B}[2J\" AFTER DELETE ON keys BEGIN SELECT 1; END",
  ]

  private func fill() throws -> OpenJournal {
    let journal = try rig.open()
    try journal.set([("a", .int(1))], revision: 1)
    return journal
  }

  private func add(_ sql: String, to path: String) throws {
    try Database.open(path).run("PRAGMA journal_mode = DELETE; \(sql)", "add")
  }

  @Test(arguments: additions)
  func aStateFileWithMoreThanItsTablesIsRefusedEverywhere(sql: String) throws {
    try fill().file.close(at: 1)
    try add(sql, to: rig.file)
    let bytes = try FileBytes.read(rig.file)
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged && error?.message.contains("not made by buttond") == true)
    let inspected = #expect(throws: StateDatabaseError.self) {
      _ = try StateFolderInspection.inspect(rig.unlocked())
    }
    #expect(inspected?.message == error?.message)
    #expect(try FileBytes.read(rig.file) == bytes)
  }

  @Test(arguments: additions)
  func aBackupWithMoreThanItsTablesIsRefused(sql: String) throws {
    let journal = try fill()
    var backup: StateDatabaseFile.Backup?
    while backup == nil { backup = try journal.file.backUp() }
    let path = try #require(backup?.path)
    try add(sql, to: path)
    let other = StateDatabaseRig()
    let error = #expect(throws: StateDatabaseError.self) {
      _ = try StateDatabaseRestoration(in: try other.locked()).restore(path)
    }
    #expect(error?.message.contains("not made by buttond") == true, "\(String(describing: error))")
    #expect(try other.names() == [StateFolder.lockName])
  }

  @Test(arguments: [1, 2, 3])
  func anOlderFileWithATriggerIsRefusedBeforeItIsBroughtUpToDate(version: Int) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    mkdir(rig.state, 0o700)
    try FileBytes.write(
      try FileBytes.read("/\(folder)/Fixtures/version-\(version).sqlite"), to: rig.file)
    try add(Self.additions[0], to: rig.file)
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.message.contains("the trigger 't' in it was not made by buttond") == true)
  }

  @Test func aTableThatWasMadeOtherwiseIsRefused() throws {
    try fill().file.close(at: 1)
    try add("ALTER TABLE keys ADD COLUMN more", to: rig.file)
    #expect(throws: StateDatabaseError.self) { try rig.open() }
  }

  @Test func triggersAndViewsOfAFileAreOffOnEveryConnection() throws {
    mkdir(rig.state, 0o700)
    let database = try Database.open(rig.file, to: .create)
    try database.run(
      "CREATE TABLE a (x); CREATE TABLE b (x); CREATE VIEW v AS SELECT 1; "
        + "CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO b VALUES (1); END", "make")
    try database.run("INSERT INTO a VALUES (1)", "write")
    #expect(try database.int(of: "SELECT count(*) FROM b", "read") == 0)
    #expect(throws: StateDatabaseError.self) { _ = try database.int(of: "SELECT * FROM v", "read") }
    #expect(throws: StateDatabaseError.self) {
      try database.run("ATTACH ':memory:' AS m", "attach")
    }
    #expect(try database.int(of: "PRAGMA cell_size_check", "read") == 1)
  }

  @Test func aBackupInThePlaceOfTheStateSaysHowToRestoreIt() throws {
    let journal = try fill()
    var backup: StateDatabaseFile.Backup?
    while backup == nil { backup = try journal.file.backUp() }
    let bytes = try FileBytes.read(try #require(backup?.path))
    journal.file.abandon()
    try rig.restore([StateDatabasePaths.name: bytes])
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    // Nothing is lost: nobody is to be told how to begin without it.
    #expect(error?.kind == .failed)
    #expect(error?.advice?.contains("buttonctl restore") == true)
  }

  @Test func aBackupThatWantsALogIsRestoredWhole() throws {
    let journal = try fill()
    var backup: StateDatabaseFile.Backup?
    while backup == nil { backup = try journal.file.backUp() }
    let path = try #require(backup?.path)
    try Database.open(path).run("PRAGMA journal_mode = WAL", "change")
    let other = StateDatabaseRig()
    _ = try StateDatabaseRestoration(in: try other.locked()).restore(path)
    #expect(try other.contents().values == ["a": .int(1)])
  }

  @Test(.inOwnProcess) func withoutADescriptorGroupsAreWrittenAndBackupsFail() throws {
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    let journal = try fill()
    var limit = rlimit()
    getrlimit(files, &limit)
    var none = limit
    none.rlim_cur = 0
    setrlimit(files, &none)
    for revision in UInt64(2)...2_000 { try journal.set([("a", .int(1))], revision: revision) }
    #expect(throws: StateDatabaseError.self) { _ = try journal.file.backUp() }
    setrlimit(files, &limit)
    var backup: StateDatabaseFile.Backup?
    while backup == nil { backup = try journal.file.backUp() }
    #expect(backup?.revision == 2_000)
    try journal.file.close(at: 2_000)
  }

  @Test func aBackupLacksNoListThatCannotBeRead() throws {
    let journal = try fill()
    mkdir("\(rig.state)/disabled", 0o700)
    #expect(throws: StateDatabaseError.self) { while try journal.file.backUp() == nil {} }
    rmdir("\(rig.state)/disabled")
    while try journal.file.backUp() == nil {}
  }
}
