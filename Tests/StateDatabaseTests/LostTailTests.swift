import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import StateDatabase

/// Damage to the log of changes, which SQLite takes for its end.
@Suite struct LostTailTests {
  let rig = StateDatabaseRig()

  private var log: String { "\(rig.file)-wal" }
  private var mark: String { "\(rig.file)-mark" }

  /// Sixty changes, each in a group of its own, of a daemon that was killed.
  private func write(isStrict: Bool) throws {
    let journal = try rig.open(isStrict: isStrict)
    for number in 1...60 {
      try journal.set(
        [("n", .int(Int64(number))), ("k\(number)", .int(Int64(number)))], revision: UInt64(number))
    }
    journal.file.abandon()
  }

  /// What the journal says when it is opened.
  private func complaint() throws -> StateDatabaseError? {
    let before = try rig.snapshot()
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged)
    #expect(try rig.snapshot() == before, "the files stay as they are")
    return error
  }

  private func flipBit(of path: String, at place: Int) throws {
    var bytes = try FileBytes.read(path)
    bytes[place] ^= 0x10
    try FileBytes.write(bytes, to: path)
  }

  @Test(arguments: [false, true])
  func aBitInTheMiddleOfTheLogIsNotItsEnd(isStrict: Bool) throws {
    try write(isStrict: isStrict)
    try flipBit(of: log, at: try FileBytes.read(log).count / 2)
    let error = try complaint()
    #expect(
      error?.message.contains("revision 60 were written") == true, "\(String(describing: error))")
  }

  @Test func theLastBitOfTheLogIsMissedToo() throws {
    try write(isStrict: true)
    try flipBit(of: log, at: try FileBytes.read(log).count - 1)
    let error = try complaint()
    #expect(error?.message.contains("(1 groups are missing)") == true)
  }

  @Test(arguments: [0, 3, 9, 17, 25])
  func aHeaderThatIsWrongDoesNotEmptyTheLog(place: Int) throws {
    try write(isStrict: true)
    try flipBit(of: log, at: place)
    _ = try complaint()
  }

  @Test func aLogThatIsGoneIsMissed() throws {
    try write(isStrict: true)
    try FileBytes.write([], to: log)
    _ = try complaint()
    unlink(log)
    _ = try complaint()
    unlink(mark)
    #expect(try complaint()?.message.contains("part of a copy") == true)
  }

  @Test func aMarkThatIsGoneOrWrongIsMissed() throws {
    try write(isStrict: false)
    try flipBit(of: mark, at: 30)
    _ = try complaint()
    unlink(mark)
    _ = try complaint()
  }

  @Test func aMarkOfAFileThatWasReplacedByAnOlderOneIsHeeded() throws {
    try rig.open().file.close(at: 0)
    let old = try FileBytes.read(rig.file)
    try write(isStrict: false)
    try FileBytes.write(old, to: rig.file)
    unlink(log)
    _ = try complaint()
  }

  /// Without the mark's last word: the machine was down, and the disk kept an older one.
  @Test func aStrictLogIsDamagedWhereLaterChangesFollow() throws {
    try write(isStrict: true)
    guard var mark = DatabaseMark(try rig.markOfAnotherBoot()) else { throw TestFailure("no mark") }
    mark.synced = 1
    mark.written = 1
    try FileBytes.write(mark.bytes, to: self.mark)
    let sound = try FileBytes.read(log)
    try flipBit(of: log, at: sound.count / 2)
    let error = try complaint()
    #expect(error?.path == log)
    mark.isStrict = false
    try FileBytes.write(mark.bytes, to: self.mark)
    #expect(try rig.contents().values.count > 1, "relaxed, the disk may have written in any order")
  }

  @Test func framesOfAnOlderLogBehindTheEndAreNoDamage() throws {
    let journal = try rig.open(isStrict: true)
    // SQLite begins the log again, at its start, each time that it has a thousand pages.
    var starts: Set<[UInt8]> = []
    for number in 1...1_500 {
      try journal.set([("n", .int(Int64(number)))], revision: UInt64(number))
      if number % 50 > 0 { continue }
      let log = try LogCheck.read(log)
      #expect(log == .sound, "\(number)")
      starts.insert(Array(try FileBytes.read(self.log)[..<32]))
    }
    #expect(starts.count > 1)
    journal.file.abandon()
    #expect(try rig.contents().values["n"] == .int(1_500))
  }

  /// Pages and frames of several moments, as a copy has them that is taken meanwhile.
  @Test func aCopyOfSeveralMomentsIsRefused() throws {
    let journal = try rig.open()
    var group = JournalGroup(revision: 1)
    for index in 0..<2_000 { group.append("k\(index)", .int(0), revision: 1) }
    try journal.file.commit(group)
    journal.file.abandon()
    var second = try rig.open()
    let early = try FileBytes.read(rig.file)
    for revision in UInt64(2)...4 {
      try second.set([("k\(revision * 700)", .int(1))], revision: (1 << 40) + revision)
    }
    second.file.abandon()
    second = try rig.open()
    second.file.abandon()
    let late = try FileBytes.read(rig.file)
    #expect(early.count == late.count)
    let middle = early.count / 8_192 * 4_096
    try FileBytes.write(Array(early[..<middle] + late[middle...]), to: rig.file)
    _ = try complaint()
    try FileBytes.write(Array(late[..<middle] + early[middle...]), to: rig.file)
    _ = try complaint()
  }
}
