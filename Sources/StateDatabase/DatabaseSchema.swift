import ButtonModel

/// The layouts of the file's tables, by number, and the migrations from older layouts.
///
/// - `life`: one row; `revision` and `reserved` as in ``LifeRecord``, `isClean` 0 or 1, `number` of
///   transactions, `digest`: the sum of the checksums of all rows of the other tables, modulo 2⁶⁴.
/// - `keys`: `name`, `kind` (0 null, 1 bool, 2 int, 3 double, 4 string, 5 json, 6 expression,
///   7 template), `value` (null; 0 or 1; the number; the 64 bits of an IEEE 754 double; UTF-8;
///   canonical JSON; the source that the key is derived by), `revision` of the last change.
/// - `buttons`: `id`, `definition` (JSON as `buttons.define` takes it), `revision`.
/// - `groups`: the same of groups of buttons, with the JSON that `groups.define` takes.
/// - `leases`: `key`, a state key, and the name of the `lease` that it belongs to.
/// - `scopes`: `name` of a scope of a fleet and its `record`, how far it has been read, as JSON.
/// - `outbox`: `name` of a request (scope and number), its `record` as JSON, its `place` in order.
/// - `images`: `name`, the SHA-256 of an image's bytes, and the bytes as `data`, in Base64.
///
/// `checksum` is the ``RowChecksum`` of all other columns.
struct DatabaseSchema: Sendable {
  /// A step from the previous version to `version`, within an open transaction.
  struct Step: Sendable {
    let version: Int
    let run: @Sendable (borrowing Database) throws(StateDatabaseError) -> Void
  }

  let version: Int
  /// The steps, without gaps.
  let steps: [Step]

  /// Marks the file as buttond's: "btnd".
  static let applicationID = 0x6274_6E64

  static let current = DatabaseSchema(
    version: 6, steps: [countedLife, leases, fleet, groups, images])

  /// The first layout whose rows are counted in `life`.
  static let firstCounted = 2
  static let firstWithLeases = 3
  static let firstWithFleet = 4
  static let firstWithGroups = 5
  static let firstWithImages = 6

  /// `life` gains the digest of all rows.
  static let countedLife = Step(version: 2) { (database) throws(StateDatabaseError) in
    guard var life = try LifeTable.readFirst(database) else {
      throw StateDatabaseCheck.damagedRow(database.path)
    }
    life.digest = try StateDatabaseCheck.rows(database, of: 1).digest
    try database.run("DROP TABLE life; \(tables[0])", "bring up to date")
    let table = try LifeTable(database)
    try table.write(life, in: database)
  }

  /// This step and those below add tables, which changes no digest.
  static let leases = Step(version: 3) { (database) throws(StateDatabaseError) in
    try database.run(tables[3], "bring up to date")
  }

  static let fleet = Step(version: 4) { (database) throws(StateDatabaseError) in
    try database.run("\(tables[4]); \(tables[5])", "bring up to date")
  }

  static let groups = Step(version: 5) { (database) throws(StateDatabaseError) in
    try database.run(tables[6], "bring up to date")
  }

  static let images = Step(version: 6) { (database) throws(StateDatabaseError) in
    try database.run(tables[7], "bring up to date")
  }

  /// The file must be empty.
  func create(in database: borrowing Database, _ first: LifeRecord) throws(StateDatabaseError) {
    try database.transaction("make the tables") { () throws(StateDatabaseError) in
      for table in DatabaseSchema.tables { try database.run(table, "make the tables") }
      let life = try LifeTable(database)
      try life.write(first, in: database)
      try mark(database)
    }
  }

  /// Throws if the layout is of a newer version.
  func found(in database: borrowing Database) throws(StateDatabaseError) -> Int {
    let found = Int(try database.int(of: "PRAGMA user_version", "read the version") ?? 0)
    guard found > version else { return found }
    throw StateDatabaseError(
      .newerVersion, database.path,
      "has the layout \(found) of a newer version of buttond; this one knows up to \(version)",
      advice: "start that version, or choose another folder with --state")
  }

  func migrate(_ database: borrowing Database) throws(StateDatabaseError) {
    let found = try found(in: database)
    let needed = steps.filter { $0.version > found }.sorted { $0.version < $1.version }
    guard needed.count == version - found else {
      throw StateDatabaseError(
        .failed, database.path,
        "has the layout \(found), which this version cannot bring up to date",
        advice: "start a version in between first, or choose another folder with --state")
    }
    try database.transaction("bring up to date") { () throws(StateDatabaseError) in
      for step in needed { try step.run(database) }
      try mark(database)
    }
  }

  private func mark(_ database: borrowing Database) throws(StateDatabaseError) {
    try database.run("PRAGMA user_version = \(version)", "mark")
    try database.run("PRAGMA application_id = \(DatabaseSchema.applicationID)", "mark")
  }

  /// SQLite stores these statements verbatim.
  static let tables = [
    """
    CREATE TABLE life (
      id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL,
      reserved INTEGER NOT NULL, isClean INTEGER NOT NULL, number INTEGER NOT NULL,
      digest INTEGER NOT NULL, checksum INTEGER NOT NULL)
    """,
    """
    CREATE TABLE keys (
      name TEXT PRIMARY KEY, kind INTEGER NOT NULL, value, revision INTEGER NOT NULL,
      checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE buttons (
      id TEXT PRIMARY KEY, definition TEXT NOT NULL, revision INTEGER NOT NULL,
      checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE leases (
      key TEXT PRIMARY KEY, lease TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE scopes (
      name TEXT PRIMARY KEY, record TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE outbox (
      name TEXT PRIMARY KEY, record TEXT NOT NULL, place INTEGER NOT NULL,
      checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE groups (
      id TEXT PRIMARY KEY, definition TEXT NOT NULL, revision INTEGER NOT NULL,
      checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE images (
      name TEXT PRIMARY KEY, data TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID
    """,
  ]

  /// The table of layout 1, which had neither number nor digest.
  private static let firstLife = """
    CREATE TABLE life (
      id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL,
      reserved INTEGER NOT NULL, isClean INTEGER NOT NULL, checksum INTEGER NOT NULL)
    """

  private static func tables(of version: Int) -> [String] {
    switch version {
    case ..<1: []
    case ..<firstCounted: [firstLife] + tables[1..<3]
    case ..<firstWithLeases: Array(tables[..<3])
    case ..<firstWithFleet: Array(tables[..<4])
    case ..<firstWithGroups: Array(tables[..<6])
    case ..<firstWithImages: Array(tables[..<7])
    default: tables
    }
  }

  /// Why a file is not as its layout is made, worded to follow the path; nil if it is. The file may
  /// have the tables that create `others`, too.
  ///
  /// Anything else that it defines, a trigger or a view, could act on what is read and written.
  static func complaint(
    about database: borrowing Database, of version: Int, with others: [String] = []
  ) throws(StateDatabaseError) -> String? {
    var missing = Set(tables(of: version))
    var optional = Set(others)
    // A layout that is not listed here has the tables that its steps make.
    let isListed = (1...current.version).contains(version)
    // SQLite finds a table whose name differs in case, or is a blob, but does not drop it.
    let rows = try database.prepare(
      "SELECT type, name, sql, name = tbl_name AND typeof(name) = 'text' FROM sqlite_schema")
    while try database.step(rows, "read") {
      let (type, name, sql) = (rows.text(0), rows.text(1), rows.text(2))
      if type == "table", rows.int(3) == 1, sql.hasPrefix("CREATE TABLE \(name) ("),
        missing.remove(sql) != nil || optional.remove(sql) != nil || !isListed
      {
        continue
      }
      return "the \(Excerpt(type)) '\(Excerpt(name))' in it was not made by buttond"
    }
    return missing.isEmpty ? nil : "its tables are not as they were made"
  }
}
