import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import StateDatabase

@Suite struct BackupTests {
  let rig = StateDatabaseRig()

  /// Copies everything while groups are written, one between two parts.
  private func backUp(
    _ journal: OpenJournal, between: (Int) throws -> Void = { _ in }
  ) throws -> StateDatabaseFile.Backup {
    var parts = 0
    while true {
      if let backup = try journal.file.backUp() { return backup }
      parts += 1
      try between(parts)
    }
  }

  @Test func aBackupUnderWritesIsTheStateOfOneRevision() throws {
    let journal = try rig.open()
    let text = String(repeating: "x", count: 3_000)
    var group = JournalGroup(revision: 1)
    for index in 0..<2_000 {
      group.append("k\(index)", .string(UTF8String("\(text)\(index)")), revision: 1)
    }
    try journal.file.commit(group)
    var states: [UInt64: Contents] = [:]
    let backup = try backUp(journal) { part in
      let revision = UInt64(part + 1)
      try journal.set(
        [
          ("first", .int(Int64(revision))), ("k\(part * 31 % 2_000)", .int(Int64(revision))),
          ("k\(1_999 - part)", nil),
        ], revision: revision)
      states[revision] = try journal.contents()
    }
    #expect(states.count > 3, "it took parts")
    try journal.set([("late", .int(1))], revision: 1_000)
    let other = StateDatabaseRig()
    let outcome = try StateDatabaseRestoration(in: StateFolder(other.state)).restore(backup.path)
    #expect(outcome.revision == backup.revision && outcome.aside == nil)
    #expect(try other.contents() == states[backup.revision])
    #expect(try rig.names().filter { $0.hasPrefix(".") } == [])
  }

  @Test func aBackupOfTheLayoutBeforeLeasesIsBroughtUpToDate() throws {
    let journal = try rig.open()
    try journal.set([("a", .int(1))], revision: 1)
    let backup = try backUp(journal)
    do {
      let database = try Database.open(backup.path)
      try database.run(
        "DROP TABLE leases; DROP TABLE scopes; DROP TABLE outbox; DROP TABLE groups; "
          + "DROP TABLE images; "
          + "PRAGMA user_version = 2",
        "make older")
    }
    let other = StateDatabaseRig()
    _ = try StateDatabaseRestoration(in: StateFolder(other.state)).restore(backup.path)
    #expect(try other.contents().values == ["a": .int(1)])
  }

  @Test func aBackupHasTheLeases() throws {
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    group.append("a", .int(1), revision: 1)
    group.append(leaseOf: "a", "till")
    try journal.file.commit(group)
    let backup = try backUp(journal)
    let other = StateDatabaseRig()
    _ = try StateDatabaseRestoration(in: StateFolder(other.state)).restore(backup.path)
    #expect(try other.contents().leases == ["a": "till"])
  }

  @Test func aBackupThatCannotBeReadIsRefusedWithItsOwnAdvice() throws {
    for name in ["none", "state"] {
      let error = #expect(throws: StateDatabaseError.self) {
        try StateDatabaseRestoration(in: rig.locked()).restore(rig.folder.file(name))
      }
      #expect(error?.advice == "name a file that `buttonctl backup` has written")
    }
  }

  @Test func aRestorationKeepsWhatWasThereAndGivesNoRevisionTwice() throws {
    var journal = try rig.open()
    rig.folder.write("listed", to: "state/quarantine")
    try journal.set([("a", .int(1))], revision: 7)
    let backup = try backUp(journal)
    #expect(backup.revision == 7)
    try journal.set([("a", .int(2)), ("b", .int(2))], revision: 2_000_000_000)
    journal.file.abandon()
    rig.folder.write("listed later", to: "state/quarantine")
    let outcome = try StateDatabaseRestoration(in: try rig.locked()).restore(backup.path)
    #expect(outcome.revision == 7 && outcome.keys == 1 && outcome.buttons == 0)
    #expect(try FileBytes.read("\(rig.state)/quarantine") == Array("listed".utf8))
    journal = try rig.open()
    #expect(try journal.contents().values == ["a": .int(1)])
    #expect(journal.file.opening.revision >= 2_000_000_000)
    #expect(!journal.file.opening.wasUnclean)
    let aside = try #require(outcome.aside)
    let names = try rig.names()
    for suffix in ["", "-wal", "-mark", "-quarantine"] {
      let name = String(aside.split(separator: "/").last ?? "") + suffix
      #expect(names.contains(name), "\(names)")
    }
  }

  @Test func aDamagedBackupReplacesNothing() throws {
    var seed = Seed()
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    for index in 0..<300 { group.append("k\(index)", .int(Int64(index)), revision: 1) }
    for index in 0..<100 { group.append(leaseOf: "k\(index)", "till") }
    try journal.file.commit(group)
    let contents = try journal.contents()
    let backup = try backUp(journal)
    let sound = try FileBytes.read(backup.path)
    // Much of the file is empty, and damage there harms nothing.
    let filled = sound.indices.filter { sound[$0] != 0 }
    let file = rig.folder.file("copy")
    let other = StateDatabaseRig()
    try other.open().file.close(at: 0)
    let before = try other.snapshot()
    var refused = 0
    let rounds = scaled(60)
    for round in 0..<rounds {
      var bytes = sound
      let place =
        round % 4 == 0
        ? Int.random(in: 0..<bytes.count, using: &seed)
        : filled.randomElement(using: &seed) ?? 0
      if round % 3 == 0 {
        bytes.removeSubrange(place...)
      } else {
        bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &seed)
      }
      try FileBytes.write(bytes, to: file)
      do {
        _ = try StateDatabaseRestoration(in: other.locked()).restore(file)
        #expect(try other.contents() == contents, "\(round): \(place)")
        for name in try other.names() where name != StateFolder.lockName {
          unlink("\(other.state)/\(name)")
        }
        try other.restore(before)
      } catch let error as StateDatabaseError {
        refused += 1
        #expect(error.path == file, "\(error)")
        #expect(try other.snapshot() == before, "\(round): \(place)")
      }
    }
    #expect(refused * 3 > rounds, "\(refused) of \(rounds)")
  }

  @Test func aTableWithAnotherNameThanItWasMadeWithIsDamage() throws {
    let journal = try rig.open()
    try journal.set([("a", .int(1))], revision: 1)
    let sound = try FileBytes.read(try backUp(journal).path)
    let file = rig.folder.file("copy")
    let other = StateDatabaseRig()
    try other.open().file.close(at: 0)
    let before = try other.snapshot()
    let name = Array("backup".utf8)
    let places = sound.indices.filter { sound[$0...].starts(with: name) }
    #expect(places.count >= 3, "its name, the name of its table, its statement")
    for place in places {
      var bytes = sound
      bytes[place] ^= 0x20
      try FileBytes.write(bytes, to: file)
      let error = #expect(throws: StateDatabaseError.self) {
        try StateDatabaseRestoration(in: other.locked()).restore(file)
      }
      #expect(error?.path == file, "\(place)")
      #expect(try other.snapshot() == before, "\(place)")
    }
  }

  @Test func whatIsNoBackupIsRefused() throws {
    let journal = try rig.open()
    try journal.set([("a", .int(1))], revision: 1)
    try journal.file.close(at: 1)
    let other = StateDatabaseRig()
    let restoration = StateDatabaseRestoration(in: try other.locked())
    let plain = #expect(throws: StateDatabaseError.self) { try restoration.restore(rig.file) }
    #expect(plain?.message.contains("is not a backup") == true)
    let text = rig.folder.write("text", to: "text")
    let other2 = #expect(throws: StateDatabaseError.self) { try restoration.restore(text) }
    #expect(other2?.path == text)
    #expect(throws: StateDatabaseError.self) { try restoration.restore(rig.folder.file("none")) }
    #expect(try other.names() == [StateFolder.lockName])
  }

  @Test func aBackupThatWasCutOffLeavesNothing() throws {
    let journal = try rig.open()
    let text = UTF8String(String(repeating: "x", count: 60_000))
    for index in 0..<40 {
      try journal.set([("k\(index)", .string(text))], revision: UInt64(index + 1))
    }
    #expect(try journal.file.backUp() == nil)
    #expect(try rig.names().contains(".buttond.backup.new"))
    #expect(try !rig.names().contains("buttond.backup"))
    let left = try rig.snapshot()
    journal.file.abandon()
    #expect(try !rig.names().contains(".buttond.backup.new"))
    // As after kill -9.
    try rig.restore(left)
    try rig.open().file.abandon()
    #expect(try !rig.names().contains { $0.contains("backup") })
  }
}
