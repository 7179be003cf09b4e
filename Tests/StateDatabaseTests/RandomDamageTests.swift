import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import StateDatabase

/// Anything may happen to any of the files: what was written is all there, or the start is refused.
@Suite struct RandomDamageTests {
  /// What happens to a file.
  private enum Damage: CaseIterable {
    case flippedBit, zeroedRun, cutOff, swappedPages, removal, otherBytes
  }

  @Test(arguments: [false, true])
  func noDamageTakesOrChangesAValueInSilence(isStrict: Bool) throws {
    var seed = Seed(for: "noDamageTakesOrChangesAValueInSilence \(isStrict)")
    let rig = StateDatabaseRig()
    let contents = try fill(rig, isStrict: isStrict)
    let sound = try rig.snapshot()
    let names = sound.keys.filter { $0 != StateFolder.lockName }.sorted()
    #expect(names.count == 3)
    var refused = 0
    let rounds = scaled(60)
    for round in 0..<rounds {
      try rig.restore(sound)
      guard let name = names.randomElement(using: &seed),
        let damage = Damage.allCases.randomElement(using: &seed), let bytes = sound[name]
      else { continue }
      try apply(damage, to: "\(rig.state)/\(name)", bytes, &seed)
      let before = try rig.snapshot()
      do {
        let journal = try rig.open(isStrict: isStrict)
        #expect(try journal.contents() == contents, "\(round): \(damage) of \(name)")
        journal.file.abandon()
      } catch let error as StateDatabaseError {
        refused += 1
        #expect(error.kind == .damaged, "\(round): \(damage) of \(name): \(error)")
        #expect(try rig.snapshot() == before, "\(round): \(damage) of \(name): files changed")
      }
    }
    #expect(refused * 3 > rounds, "\(refused) of \(rounds)")
  }

  // https://sqlite.org/fileformat2.html: how it is written, how it is read, the schema's format.
  @Test(arguments: [(18, 3), (18, 0), (19, 3), (47, 5)])
  func aFormatThatSQLiteDoesNotKnowIsDamage(_ place: Int, _ number: UInt8) throws {
    let rig = StateDatabaseRig()
    try rig.open().file.close(at: 0)
    var bytes = try #require(try rig.snapshot()["buttond.sqlite"])
    bytes[place] = number
    try rig.restore(["buttond.sqlite": bytes])
    let error = #expect(throws: StateDatabaseError.self) { try rig.open() }
    #expect(error?.kind == .damaged, "\(error.map { "\($0)" } ?? "")")
  }

  /// A file and a log with everything that there is, left by a daemon that was killed.
  private func fill(_ rig: StateDatabaseRig, isStrict: Bool) throws -> Contents {
    var journal = try rig.open(isStrict: isStrict)
    var group = JournalGroup(revision: 1)
    for index in 0..<400 { group.append("k\(index)", .int(Int64(index)), revision: 1) }
    try journal.file.commit(group)
    try journal.file.close(at: 1)
    journal = try rig.open(isStrict: isStrict)
    for revision in UInt64(2)...40 {
      var group = JournalGroup(revision: revision)
      group.append("k\(revision * 9)", revision % 3 == 0 ? nil : .int(-1), revision: revision)
      group.append(leaseOf: "k\(revision)", "lease-\(revision % 3)")
      group.append("text", .string(UTF8String("text \(revision)")), revision: revision)
      group.append(
        button: "b\(revision)", #"{"id":"b\#(revision)","style":"gray"}"#, revision: revision)
      try journal.file.commit(group)
    }
    let contents = try journal.contents()
    journal.file.abandon()
    return contents
  }

  private func apply(
    _ damage: Damage, to path: String, _ sound: [UInt8], _ seed: inout Seed
  ) throws {
    var bytes = sound
    let place = Int.random(in: 0..<bytes.count, using: &seed)
    let end = min(bytes.count, place + Int.random(in: 1...5_000, using: &seed))
    switch damage {
    case .flippedBit: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &seed)
    case .zeroedRun: for index in place..<end { bytes[index] = 0 }
    case .otherBytes:
      for index in place..<end { bytes[index] = UInt8.random(in: 0...255, using: &seed) }
    case .cutOff: bytes.removeSubrange(place...)
    case .removal:
      unlink(path)
      return
    case .swappedPages:
      // Pages of the file, or frames of the log.
      let isLog = path.hasSuffix("-wal")
      let (start, size) = isLog ? (32, 4_120) : (0, 4_096)
      let count = (bytes.count - start) / size
      guard count > 1 else { break }
      let a = start + Int.random(in: 0..<count, using: &seed) * size
      let b = start + Int.random(in: 0..<count, using: &seed) * size
      for index in 0..<size { bytes.swapAt(a + index, b + index) }
    }
    try FileBytes.write(bytes, to: path)
  }
}
