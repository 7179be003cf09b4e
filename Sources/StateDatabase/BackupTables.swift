import Glibc

/// What a backup has besides a journal's tables, with checksums: `backup`, one row with its
/// `revision` and the `time` when it was made, in seconds of Unix, and `files`, other files by
/// name.
enum BackupTables {
  /// SQLite stores them verbatim.
  static let tables = [
    "CREATE TABLE backup (revision INTEGER NOT NULL, time INTEGER NOT NULL, checksum INTEGER NOT NULL)",
    """
    CREATE TABLE files (
      name TEXT PRIMARY KEY, content TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
  ]

  static func write(
    _ revision: UInt64, at time: UInt64, _ files: [BackedUpFile], in database: borrowing Database
  ) throws(StateDatabaseError) {
    for table in tables { try database.run(table, "make the tables") }
    var names = RowChecksum(table: 4)
    names.combine(revision)
    names.combine(time)
    let insert = try database.prepare("INSERT INTO files VALUES (?1, ?2, ?3)")
    for file in files.sorted(by: { $0.name < $1.name }) {
      let sum = file.checksum
      names.combine(sum)
      let name = Array(file.name.utf8)
      let result = name.withUnsafeBytes { name in
        file.content.withUnsafeBytes { content in
          Result { () throws(StateDatabaseError) in
            try database.write(with: insert) { row in
              row.bind(1, name)
              row.bind(2, content)
              row.bind(3, sum)
            }
          }
        }
      }
      try result.get()
    }
    let total = names.value
    let one = try database.prepare("INSERT INTO backup VALUES (?1, ?2, ?3)")
    try database.write(with: one) { row in
      row.bind(1, revision)
      row.bind(2, time)
      row.bind(3, total)
    }
  }

  /// Throws if the tables are missing or damaged.
  static func read(
    _ database: borrowing Database
  ) throws(StateDatabaseError) -> (revision: UInt64, time: UInt64, files: [BackedUpFile]) {
    let found = try database.int(
      of: "SELECT count(*) FROM sqlite_schema WHERE name IN ('backup', 'files')", "read")
    guard found == 2 else {
      throw StateDatabaseError(
        .damaged, database.path, "is not a backup of buttond's state",
        advice: "name a file that buttonctl backup has made")
    }
    var files: [BackedUpFile] = []
    let rows = try database.prepare("SELECT name, content, checksum FROM files ORDER BY name")
    let one = try database.prepare("SELECT revision, time, checksum FROM backup")
    guard try database.step(one, "read") else { throw StateDatabaseCheck.damagedRow(database.path) }
    let (revision, time) = (one.bits(0), one.bits(1))
    var names = RowChecksum(table: 4)
    names.combine(revision)
    names.combine(time)
    while try database.step(rows, "read") {
      let file = BackedUpFile(name: rows.text(0), content: Array(rows.bytes(1)))
      guard file.checksum == rows.bits(2) else {
        throw StateDatabaseCheck.damagedRow(database.path)
      }
      names.combine(file.checksum)
      files.append(file)
    }
    guard names.value == one.bits(2) else { throw StateDatabaseCheck.damagedRow(database.path) }
    return (revision, time, files)
  }

  /// Turns a backup into a journal.
  static func drop(from database: borrowing Database) throws(StateDatabaseError) {
    try database.run("DROP TABLE backup; DROP TABLE files", "write")
  }
}

/// A file of the state folder besides the journal that backups include.
package struct BackedUpFile: Hashable, Sendable {
  package let name: String
  package let content: [UInt8]

  package static let names = ["quarantine", "disabled"]

  /// Reads the files that exist in a folder.
  static func all(in folder: String) throws(StateDatabaseError) -> [BackedUpFile] {
    var files: [BackedUpFile] = []
    for name in names {
      guard let content = try read("\(folder)/\(name)") else { continue }
      files.append(BackedUpFile(name: name, content: content))
    }
    return files
  }

  /// Nil when the file is not there.
  private static func read(_ path: String) throws(StateDatabaseError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .system("open", path) }
      return nil
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maximumBytes)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .system("read", path) }
    return Array(bytes.prefix(count))
  }

  private static let maximumBytes = 1 << 20

  package init(name: String, content: [UInt8]) {
    self.name = name
    self.content = content
  }

  /// The checksum of the file's row.
  var checksum: UInt64 {
    var sum = RowChecksum(table: 5)
    Array(name.utf8).withUnsafeBytes { sum.combine($0) }
    content.withUnsafeBytes { sum.combine($0) }
    return sum.value
  }
}
