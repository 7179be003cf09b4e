import Glibc

/// Puts a backup in place of what a state folder holds, which is kept under a dated name.
package struct StateDatabaseRestoration {
  package struct Outcome: Hashable, Sendable {
    /// The backup's revision, and its time in seconds of Unix.
    package let revision: UInt64
    package let time: UInt64
    package let keys: Int
    package let buttons: Int
    /// Where the previous journal was moved; nil without one.
    package let aside: String?
  }

  private let place: StateDatabasePaths

  /// The folder is locked.
  package init(in folder: StateFolder) { place = StateDatabasePaths(folder: folder.path) }

  /// Replaces nothing before all of the backup has been examined.
  package func restore(_ path: String) throws(StateDatabaseError) -> Outcome {
    let isThere = try place.exists()
    place.removeNew()
    do throws(StateDatabaseError) {
      try copy(path, to: place.newPath)
      let (outcome, files) = try prepare(isThere: isThere, named: path)
      let aside = try replace(files)
      place.removeNew()
      return Outcome(
        revision: outcome.revision, time: outcome.time, keys: outcome.keys,
        buttons: outcome.buttons, aside: aside)
    } catch {
      place.removeNew()
      throw error
    }
  }

  /// Examines the copy and makes a journal of it.
  private func prepare(
    isThere: Bool, named name: String
  ) throws(StateDatabaseError) -> (Outcome, [BackedUpFile]) {
    let found: StateDatabaseCheck.Found
    let contents: (revision: UInt64, time: UInt64, files: [BackedUpFile])
    do throws(StateDatabaseError) {
      let examined = try Database.open(place.newPath, to: .examine)
      try StateDatabaseCheck.configure(examined)
      found = try StateDatabaseCheck.examine(examined, .current, nil, isBackup: true)
      contents = try BackupTables.read(examined)
    } catch {
      // The reader knows the file by the name that was given.
      throw StateDatabaseError(error.kind, name, error.message, advice: error.advice)
    }
    guard found.version >= DatabaseSchema.firstCounted else {
      throw StateDatabaseError(.failed, name, "is of an older version, which made no backups")
    }
    for file in contents.files where !BackedUpFile.names.contains(file.name) {
      throw StateDatabaseError(.damaged, name, "has a file that is in no backup: \(file.name)")
    }
    let database = try Database.open(place.newPath)
    try database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL", "set up")
    // A log, which a file may ask for, would not go along when this gets its name.
    try database.run("PRAGMA journal_mode = DELETE", "set up")
    if found.version < DatabaseSchema.current.version {
      try DatabaseSchema.current.migrate(database)
    }
    var life = found.life
    if isThere {
      // Revisions do not go back, whatever is restored.
      life.revision = max(life.revision, StateDatabaseFile.salvage(place).revision)
    }
    let next = life
    try database.transaction("write") { () throws(StateDatabaseError) in
      try BackupTables.drop(from: database)
      let table = try LifeTable(database)
      try table.write(next, in: database)
    }
    let keys = try database.int(of: "SELECT count(*) FROM keys", "read") ?? 0
    return (
      Outcome(
        revision: contents.revision, time: contents.time, keys: Int(keys),
        buttons: found.buttonCount, aside: nil), contents.files
    )
  }

  /// Gives what is there a dated name, and the new journal its own. Wherever this is cut off, the
  /// next start finds the old journal, the new one, or a part that it refuses.
  private func replace(_ files: [BackedUpFile]) throws(StateDatabaseError) -> String? {
    _ = try FileSync.sync(place.newPath)
    for file in files { try write(file) }
    let other = place.datedName("replaced")
    var aside: String?
    if link(place.path, other) == 0 {
      aside = other
    } else if errno != ENOENT {
      throw .system("rename", place.path)
    }
    for suffix in StateDatabasePaths.suffixes {
      guard rename(place.path + suffix, other + suffix) == 0 || errno == ENOENT else {
        throw .system("rename", place.path + suffix)
      }
    }
    for name in BackedUpFile.names {
      let path = "\(place.folder)/\(name)"
      guard rename(path, "\(other)-\(name)") == 0 || errno == ENOENT else {
        throw .system("rename", path)
      }
    }
    for file in files {
      let path = place.newPath(of: file.name)
      guard rename(path, "\(place.folder)/\(file.name)") == 0 else { throw .system("rename", path) }
    }
    try place.adoptNew()
    return aside
  }

  private func write(_ file: BackedUpFile) throws(StateDatabaseError) {
    let path = place.newPath(of: file.name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system("make", path) }
    defer { close(descriptor) }
    try StateDatabaseRestoration.write(file.content, to: descriptor, path)
    guard fsync(descriptor) == 0 else { throw .system("write", path) }
  }

  /// Why a backup cannot be read, by `errno`.
  private static func unreadable(_ operation: StaticString, _ path: String) -> StateDatabaseError {
    let code = errno
    let advice =
      code == EACCES
      ? "run this as a user who may read it, or change the file's owner"
      : "name a file that `buttonctl backup` has written"
    return StateDatabaseError(
      .unusablePath, path, "cannot \(operation): \(String(cString: strerror(code)))", advice: advice
    )
  }

  private func copy(_ source: String, to target: String) throws(StateDatabaseError) {
    let from = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard from >= 0 else { throw StateDatabaseRestoration.unreadable("open", source) }
    defer { close(from) }
    var status = stat()
    guard fstat(from, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StateDatabaseError(
        .unusablePath, source, "is not a regular file",
        advice: "name a file that `buttonctl backup` has written")
    }
    let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard to >= 0 else { throw .system("make", target) }
    defer { close(to) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(from, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StateDatabaseRestoration.unreadable("read", source) }
      if count == 0 { return }
      try StateDatabaseRestoration.write(Array(buffer[..<count]), to: to, target)
    }
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(StateDatabaseError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system("write", path) }
      rest = rest.dropFirst(count)
    }
  }
}
