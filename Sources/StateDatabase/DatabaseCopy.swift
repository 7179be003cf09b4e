internal import CSQLite

/// A copy of a database that SQLite makes while the source is written to; ended when it goes.
final class DatabaseCopy {
  private var handle: OpaquePointer?

  /// Begins; both connections must stay open until it has ended.
  init(from source: borrowing Database, to target: borrowing Database) throws(StateDatabaseError) {
    handle = target.beginCopy(from: source)
    guard handle != nil else { try target.failCopy() }
  }

  deinit { if let handle { sqlite3_backup_finish(handle) } }

  /// Copies some pages; true when it has copied all.
  func step(_ pages: Int32, _ path: String) throws(StateDatabaseError) -> Bool {
    let code = sqlite3_backup_step(handle, pages)
    if code == SQLITE_DONE { return true }
    if code == SQLITE_OK { return false }
    throw StateDatabaseError(
      sqlite: code, "copy", path, "\(String(cString: sqlite3_errstr(code))) (SQLite \(code))")
  }

  /// Ends a copy that is whole.
  func finish(_ path: String) throws(StateDatabaseError) {
    let code = sqlite3_backup_finish(handle)
    handle = nil
    if code == SQLITE_OK { return }
    throw StateDatabaseError(
      sqlite: code, "copy", path, "\(String(cString: sqlite3_errstr(code))) (SQLite \(code))")
  }
}
