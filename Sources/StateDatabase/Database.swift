internal import CSQLite

/// A connection to an SQLite file. Used by one thread at a time; closed on destruction.
struct Database: ~Copyable {
  let path: String
  private let handle: OpaquePointer

  private init(_ handle: OpaquePointer, _ path: String) {
    self.handle = handle
    self.path = path
  }

  enum Use {
    case write
    /// Created if it does not exist.
    case create
    /// Reads only the file itself, without its log; writes nothing.
    case examine
  }

  static func open(_ path: String, to use: Use = .write) throws(StateDatabaseError) -> Database {
    var opened: OpaquePointer?
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var name = path
    switch use {
    case .write: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .examine:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = "file:\(escaped(path))?immutable=1"
    }
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard let opened else { throw StateDatabaseError(.failed, path, "cannot open: out of memory") }
    guard code == SQLITE_OK else {
      let message = String(cString: sqlite3_errmsg(opened))
      sqlite3_close_v2(opened)
      throw StateDatabaseError(sqlite: code, "open", path, message)
    }
    let database = Database(opened, path)
    try database.checked(csqlite_set_lookaside(opened, 256, 32), "set up")
    try database.defend()
    // Do not write to a file that may turn out to be damaged.
    try database.checked(csqlite_set_flag(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), "set up")
    sqlite3_busy_timeout(opened, 1_000)
    return database
  }

  /// Has SQLite trust nothing in the file, which somebody else may have made.
  private func defend() throws(StateDatabaseError) {
    try checked(csqlite_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1), "set up")
    for option in [
      SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
      SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML,
    ] {
      try checked(csqlite_set_flag(handle, option, 0), "set up")
    }
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    try run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", "set up")
  }

  /// Escapes the path for a URI.
  private static func escaped(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return text
  }

  // Remaining statements keep the connection open until they are destroyed.
  deinit { sqlite3_close_v2(handle) }

  /// Throws unless `code` means success, or is `other`.
  func checked(
    _ code: CInt, _ operation: StaticString, accepting other: CInt = SQLITE_OK
  ) throws(StateDatabaseError) {
    if code == SQLITE_OK || code == other { return }
    let words = String(cString: sqlite3_errmsg(handle))
    throw StateDatabaseError(sqlite: code, operation, path, "\(words) (SQLite \(code))")
  }

  /// Runs statements that return no rows.
  func run(_ text: String, _ operation: StaticString) throws(StateDatabaseError) {
    try checked(sqlite3_exec(handle, text, nil, nil, nil), operation)
  }

  func prepare(_ text: String) throws(StateDatabaseError) -> Statement {
    var compiled: OpaquePointer?
    try checked(
      sqlite3_prepare_v3(
        handle, text, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &compiled, nil), "prepare")
    guard let compiled else { preconditionFailure("an empty statement: \(text)") }
    return Statement(compiled)
  }

  /// True if there is a row.
  func step(
    _ statement: borrowing Statement, _ operation: StaticString
  ) throws(StateDatabaseError) -> Bool {
    let code = sqlite3_step(statement.handle)
    if code == SQLITE_ROW { return true }
    // Resetting returns the same code again.
    if code != SQLITE_DONE { sqlite3_reset(statement.handle) }
    try checked(code, operation, accepting: SQLITE_DONE)
    return false
  }

  /// `bind` sets the parameters; the statement returns no rows.
  func write(
    with statement: borrowing Statement, _ bind: (borrowing Statement) -> Void
  ) throws(StateDatabaseError) {
    statement.reset()
    bind(statement)
    _ = try step(statement, "write")
    statement.reset()
  }

  /// `name` is the statement's parameter; nil if there is no such row.
  func checksum(
    with statement: borrowing Statement, of name: UnsafeRawBufferPointer
  ) throws(StateDatabaseError) -> UInt64? {
    statement.reset()
    statement.bind(1, name)
    defer { statement.reset() }
    return try step(statement, "read") ? statement.bits(0) : nil
  }

  /// The first column of the first row; nil if there is no row.
  func text(of question: String, _ operation: StaticString) throws(StateDatabaseError) -> String? {
    let statement = try prepare(question)
    return try step(statement, operation) ? statement.text(0) : nil
  }

  func int(of question: String, _ operation: StaticString) throws(StateDatabaseError) -> Int64? {
    let statement = try prepare(question)
    return try step(statement, operation) ? statement.int(0) : nil
  }

  /// Rolled back if `body` throws.
  func transaction(
    _ operation: StaticString, _ body: () throws(StateDatabaseError) -> Void
  ) throws(StateDatabaseError) {
    try run("BEGIN IMMEDIATE", operation)
    do throws(StateDatabaseError) {
      try body()
      try run("COMMIT", operation)
    } catch {
      // Some errors have rolled back the transaction already.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Writes the log back into the file.
  func writeBack() throws(StateDatabaseError) {
    _ = try int(of: "PRAGMA wal_checkpoint(TRUNCATE)", "write back the log")
  }

  /// Nil on failure.
  func beginCopy(from source: borrowing Database) -> OpaquePointer? {
    sqlite3_backup_init(handle, "main", source.handle, "main")
  }

  /// Throws why a copy into this database could not begin.
  func failCopy() throws(StateDatabaseError) -> Never {
    let code = sqlite3_extended_errcode(handle)
    throw StateDatabaseError(sqlite: code, "copy", path, String(cString: sqlite3_errmsg(handle)))
  }

  /// Removes the log when the connection closes.
  func endLog() throws(StateDatabaseError) {
    try checked(csqlite_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0), "set up")
  }

  func releaseMemory() { sqlite3_db_release_memory(handle) }
}
