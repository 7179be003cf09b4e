import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import StateDatabase

@Suite struct DamageTests {
  let rig = StateDatabaseRig()

  /// A journal of some size, cleanly closed, and what is in it.
  private func fill() throws -> Contents {
    let journal = try rig.open()
    for revision in UInt64(1)...20 {
      var group = JournalGroup(revision: revision)
      for index in 0..<40 {
        group.append("k\(index).of\(revision % 7)", .int(Int64(revision)), revision: revision)
      }
      group.append(leaseOf: "k\(revision)", "lease-\(revision % 3)")
      group.append("text", .string(UTF8String("text number \(revision)")), revision: revision)
      group.append(
        button: "b\(revision)", #"{"id":"b\#(revision)","style":"gray"}"#, revision: revision)
      try journal.file.commit(group)
    }
    let contents = try journal.contents()
    try journal.file.close(at: 20)
    return contents
  }

  /// Its checksum is right: somebody wrote it so.
  @Test func aNumberThatIsNotFiniteIsDamage() throws {
    let rig = StateDatabaseRig()
    let journal = try rig.open()
    try journal.set([("a", .double(.infinity))], revision: 1)
    try journal.file.close(at: 1)
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
  }

  @Test func aFlippedByteIsSeenOrDoesNotMatter() throws {
    var seed = Seed()
    let contents = try fill()
    let sound = try FileBytes.read(rig.file)
    var seen = 0
    let rounds = scaled(150)
    for _ in 0..<rounds {
      var bytes = sound
      let place = Int.random(in: 0..<bytes.count, using: &seed)
      bytes[place] ^= UInt8.random(in: 1...255, using: &seed)
      try FileBytes.write(bytes, to: rig.file)
      unlink("\(rig.file)-wal")
      do {
        let journal = try rig.open()
        #expect(try journal.contents() == contents, "byte \(place)")
        journal.file.abandon()
      } catch let error as StateDatabaseError {
        #expect(!error.message.isEmpty)
        seen += 1
      }
    }
    #expect(seen * 4 > rounds, "\(seen) of \(rounds)")
  }

  @Test func aPageThatStandsInAnothersPlaceIsSeen() throws {
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    for index in 0..<2_000 { group.append("key.k\(index)", .int(Int64(index)), revision: 1) }
    // Of two tables without rows the pages are the same.
    group.append(leaseOf: "key.k1", "till")
    Array("shop".utf8).withUnsafeBytes {
      group.append(scope: $0, Array("{}".utf8))
      group.append(request: $0, Array("{}".utf8), ordinal: 1)
      group.append(image: $0, Array("aGk=".utf8))
    }
    group.append(group: "till", "{}", revision: 1)
    try journal.file.commit(group)
    try journal.file.close(at: 1)
    let sound = try FileBytes.read(rig.file)
    let size = 4_096
    // Leaves of an index, which tables without row ids are: their first byte is 10.
    let leaves = (1..<sound.count / size).filter { sound[$0 * size] == 10 }
    #expect(leaves.count > 10)
    for (from, to) in zip(leaves, leaves.dropFirst()) {
      var bytes = sound
      let page = sound[from * size..<(from + 1) * size]
      bytes.replaceSubrange(to * size..<(to + 1) * size, with: page)
      try FileBytes.write(bytes, to: rig.file)
      unlink("\(rig.file)-wal")
      let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
      #expect(error?.kind == .damaged, "page \(from) in place of \(to)")
    }
  }

  @Test func everyFlippedBitOfAValueIsSeen() throws {
    let journal = try rig.open()
    try journal.set(
      [("counter", .int(0x5555_1234_5678)), ("text", .string("precious"))], revision: 1)
    try journal.file.close(at: 1)
    let sound = try FileBytes.read(rig.file)
    let number: [UInt8] = [0x55, 0x55, 0x12, 0x34, 0x56, 0x78]
    for wanted in [number, Array("precious".utf8), Array("counter".utf8)] {
      let place = try #require(
        (0..<sound.count - wanted.count).first { Array(sound[$0..<$0 + wanted.count]) == wanted })
      for bit in 0..<wanted.count * 8 {
        var bytes = sound
        bytes[place + bit / 8] ^= 1 << (bit % 8)
        try FileBytes.write(bytes, to: rig.file)
        let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
        #expect(error?.kind == .damaged, "\(String(describing: error))")
      }
    }
  }

  /// More than the store has room for, in rows whose checksums are right.
  @Test(arguments: [Revision.maximumKept + 1, 1 << 60, UInt64.max - LifeRecord.reserve])
  func aRevisionThatNoDaemonComesToIsDamage(revision: UInt64) throws {
    for place in ["key", "button", "life"] {
      let rig = StateDatabaseRig()
      let journal = try rig.open()
      var group = JournalGroup(revision: place == "life" ? revision : 1)
      group.append("k", .int(1), revision: place == "key" ? revision : 1)
      group.append(
        button: "b", #"{"id":"b","style":"gray"}"#, revision: place == "button" ? revision : 1)
      try journal.file.commit(group)
      try journal.file.close(at: 1)
      let error = #expect(throws: StateDatabaseError.self, "\(place)") { try rig.open() }
      #expect(error?.kind == .damaged, "\(place)")
      #expect(error?.message.contains("a row is not as it was written") == true)
    }
  }

  @Test func theHighestRevisionThatMayBeKeptIsReadBack() throws {
    var group = JournalGroup(revision: 1)
    group.append("k", .int(1), revision: Revision.maximumKept)
    let journal = try rig.open()
    try journal.file.commit(group)
    try journal.file.close(at: 1)
    #expect(try rig.contents().revisions == ["k": Revision.maximumKept])
  }

  @Test(arguments: ["", "SQLite", "this is not a database, but long enough to be taken for one"])
  func whatIsNoJournalIsDamaged(text: String) throws {
    mkdir(rig.state, 0o700)
    try FileBytes.write(Array(text.utf8), to: rig.file)
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
    #expect(try FileBytes.read(rig.file) == Array(text.utf8), "the file stays as it is")
  }

  @Test func aFileThatIsCutOffIsDamaged() throws {
    _ = try fill()
    let sound = try FileBytes.read(rig.file)
    for length in stride(from: 1, to: sound.count, by: 1_500) {
      try FileBytes.write(Array(sound[..<length]), to: rig.file)
      #expect(throws: StateDatabaseError.self, "\(length) of \(sound.count) bytes") {
        try rig.open()
      }
    }
  }

  /// The log of changes is cut off at every place, as by a machine that crashed before it was on the
  /// disk: what is left is what was written up to some group.
  @Test func aMachineThatCrashesTakesTheLogsTailOnly() throws {
    var seed = Seed()
    var journal = try rig.open()
    try journal.set([("n", .int(0)), ("m", .int(0))], revision: 1)
    try journal.file.close(at: 1)
    journal = try rig.open()
    for number in 1...30 {
      try journal.set(
        [("n", .int(Int64(number))), ("m", .int(Int64(-number)))], revision: UInt64(number + 1))
    }
    journal.file.abandon()
    let file = try FileBytes.read(rig.file)
    let log = try FileBytes.read("\(rig.file)-wal")
    let mark = try rig.markOfAnotherBoot()
    var found: Set<Int64> = []
    for round in 0..<scaled(40) {
      let length = round == 0 ? log.count : Int.random(in: 0...log.count, using: &seed)
      try FileBytes.write(file, to: rig.file)
      try FileBytes.write(Array(log[..<length]), to: "\(rig.file)-wal")
      try FileBytes.write(mark, to: "\(rig.file)-mark")
      journal = try rig.open()
      let contents = try journal.contents()
      journal.file.abandon()
      guard case .int(let number)? = contents.values["n"] else { throw TestFailure("n is gone") }
      #expect(contents.values["m"] == .int(-number), "a group is there in part")
      #expect(journal.file.opening.loss == nil)
      #expect(journal.file.opening.revision >= 30)
      if round == 0 { #expect(number == 30) }
      found.insert(number)
    }
    #expect(found.count > 3)
  }

  @Test func aDamagedFileIsSetAsideOnlyWhenItsLossIsAccepted() throws {
    _ = try fill()
    var journal = try rig.open()
    try journal.set([("late", .int(1))], revision: 2_000)
    journal.file.abandon()
    var bytes = try FileBytes.read(rig.file)
    for index in stride(from: 8_192, to: bytes.count, by: 16) { bytes[index] ^= 0xFF }
    try FileBytes.write(bytes, to: rig.file)
    let log = try FileBytes.read("\(rig.file)-wal")
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
    #expect(try FileBytes.read(rig.file) == bytes)
    #expect(try FileBytes.read("\(rig.file)-wal") == log)

    journal = try rig.open(acceptsLoss: true)
    #expect(journal.file.opening.isNew)
    #expect(journal.file.opening.loss?.contains(".damaged-") == true)
    #expect(try journal.contents() == Contents())
    try journal.file.close(at: 3)
    let names = try rig.names()
    let aside = try #require(names.first { $0.contains(".damaged-") && !$0.hasSuffix("-wal") })
    #expect(try FileBytes.read("\(rig.state)/\(aside)") == bytes)
    #expect(names.contains("\(aside)-wal"))
    #expect(names.contains("\(aside)-mark"))
    #expect(names.count == 5, "\(names)")
  }

  @Test func revisionsDoNotGoBackWhereTheDamagedFileStillTellsThem() throws {
    let journal = try rig.open()
    try journal.set([("a", .string("precious"))], revision: 12)
    try journal.file.close(at: 12)
    var bytes = try FileBytes.read(rig.file)
    let wanted = Array("precious".utf8)
    let place = try #require(
      (0..<bytes.count - 8).first { Array(bytes[$0..<$0 + 8]) == wanted })
    bytes[place] ^= 1
    try FileBytes.write(bytes, to: rig.file)
    #expect(try rig.open(acceptsLoss: true).file.opening.revision >= 12)
  }

  @Test func aLogWithoutItsFileIsNotTakenForAnotherFiles() throws {
    let journal = try rig.open()
    try journal.set([("a", .int(1))], revision: 1)
    journal.file.abandon()
    unlink(rig.file)
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
    let empty = try rig.open(acceptsLoss: true)
    #expect(try empty.contents() == Contents())
  }

  @Test func acceptingLossLosesNothingOfASoundFile() throws {
    let contents = try fill()
    let journal = try rig.open(acceptsLoss: true)
    #expect(try journal.contents() == contents)
    #expect(journal.file.opening.loss == nil)
  }
}
