import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import StateDatabase

@Suite struct PlaceTests {
  let rig = StateDatabaseRig()

  private func complaint(_ body: () throws -> Void) -> StateDatabaseError? {
    #expect(throws: StateDatabaseError.self) { try body() }
  }

  @Test func aSecondDaemonIsRefusedUntilTheFirstIsGone() throws {
    var first: StateFolder? = try StateFolder(rig.state)
    let error = complaint { _ = try StateFolder(rig.state) }
    #expect(error?.kind == .inUse)
    #expect(error?.message.contains("process \(getpid())") == true)
    withExtendedLifetime(first) {}
    first = nil
    _ = try StateFolder(rig.state)
  }

  @Test func theLockGoesWithItsOwnerThoughAChildStillHasACopy() throws {
    var first: StateFolder? = try StateFolder(rig.state)
    withExtendedLifetime(first) {}
    // Between fork and exec, every child of this process has one.
    var file = stat()
    #expect(stat("\(rig.state)/\(StateFolder.lockName)", &file) == 0)
    let lock = try #require(
      try Folder.names(in: "/proc/self/fd").lazy.compactMap { Int32($0) }.first {
        var open = stat()
        return fstat($0, &open) == 0 && open.st_dev == file.st_dev && open.st_ino == file.st_ino
      })
    let copy = fcntl(lock, F_DUPFD_CLOEXEC, 0)
    defer { close(copy) }
    first = nil
    _ = try StateFolder(rig.state)
  }

  @Test func aFolderIsMadeWithThoseItLiesIn() throws {
    let deep = rig.folder.file("a/b/c")
    _ = try StateFolder(deep)
    #expect(try Folder.mode(deep) == 0o700)
  }

  @Test func aFolderAndAFileThatOthersMayReadAreClosed() throws {
    mkdir(rig.state, 0o755)
    chmod(rig.state, 0o755)
    try rig.open().file.close(at: 0)
    chmod(rig.file, 0o644)
    try rig.open().file.close(at: 0)
    #expect(try Folder.mode(rig.state) == 0o700)
    #expect(try Folder.mode(rig.file) == 0o600)
  }

  @Test func whatIsNoFolderIsRefused() throws {
    rig.folder.write("text", to: "state")
    let error = complaint { _ = try rig.open() }
    #expect(error?.kind == .unusablePath)
    #expect(error?.description.contains("is not a folder") == true)
    let below = complaint { _ = try StateFolder(rig.folder.file("state/deeper")) }
    #expect(below?.kind == .unusablePath)
  }

  @Test func aLinkInPlaceOfTheFileIsRefused() throws {
    let other = rig.folder.write("text", to: "other")
    mkdir(rig.state, 0o700)
    symlink(other, rig.file)
    let error = complaint { _ = try rig.open() }
    #expect(error?.kind == .unusablePath)
    #expect(try FileBytes.read(other) == Array("text".utf8))
  }

  @Test(.enabled(if: Identity.isAvailable, "only root can give a folder away"))
  func aFolderOfAnotherUserIsRefused() throws {
    mkdir(rig.state, 0o700)
    chown(rig.state, 1, 1)
    let error = complaint { _ = try rig.open() }
    #expect(error?.kind == .unusablePath)
    #expect(error?.message.contains("another user") == true)
  }

  @Test func aFolderWithoutWritePermissionIsRefused() throws {
    mkdir(rig.state, 0o500)
    var open = { complaint { _ = try rig.open() } }
    if Identity.isAvailable {
      // Permissions do not stop root, so root tries it as another user.
      let user = Identity(uid: 65_534, gid: 65_534)
      chown(rig.state, user.uid, user.gid)
      chmod(rig.folder.path, 0o755)
      open = { try? user.assume { complaint { _ = try rig.open() } } }
    }
    #expect(open()?.kind == .unusablePath)
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "only root can mount a small disk"))
  func aFolderOnAReadOnlyDiskIsRefused() throws {
    let disk = try SmallDisk(kibibytes: 256)
    let folder = "\(disk.path)/state"
    try StateDatabaseFile(in: StateFolder(folder), isStrict: false).close(at: 0)
    disk.setReadOnly(true)
    let error = complaint { _ = try StateFolder(folder) }
    #expect(error?.kind == .unusablePath)
    #expect(error?.description.contains("--ephemeral") == true)
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "only root can mount a small disk"))
  func aDiskThatIsFullAtTheStartIsToldOf() throws {
    let disk = try SmallDisk(kibibytes: 64)
    let folder = try StateFolder("\(disk.path)/state")
    let filler = disk.fill()
    let error = complaint { _ = try StateDatabaseFile(in: folder, isStrict: false) }
    #expect(error?.kind == .noSpace)
    filler.remove()
    try StateDatabaseFile(in: folder, isStrict: false).close(at: 0)
    #expect(try Folder.names(in: folder.path) == [StateFolder.lockName, StateDatabasePaths.name])
  }

  @Test(
    .enabled(if: SmallDisk.isAvailable, "only root can mount a small disk"),
    arguments: [false, true])
  func aGroupForWhichThereIsNoSpaceIsNotWrittenAndMayBeTriedAgain(isStrict: Bool) throws {
    let disk = try SmallDisk(kibibytes: 256)
    let folder = try StateFolder("\(disk.path)/state")
    let journal = OpenJournal(
      folder: folder, file: try StateDatabaseFile(in: folder, isStrict: isStrict))
    try journal.set([("a", .int(1)), ("b", .int(1))], revision: 1)
    let filler = disk.fill()
    let large = StateValue.string(UTF8String(String(repeating: "z", count: 60_000)))
    let error = complaint { try journal.set([("a", .int(2)), ("b", large)], revision: 2) }
    #expect(error?.kind == .noSpace)
    #expect(try journal.contents().values == ["a": .int(1), "b": .int(1)])
    filler.remove()
    try journal.set([("a", .int(2)), ("b", large)], revision: 2)
    try journal.file.close(at: 2)
    let again = try StateDatabaseFile(in: folder, isStrict: false)
    #expect(
      try OpenJournal(folder: folder, file: again).contents().values == ["a": .int(2), "b": large])
  }
}
