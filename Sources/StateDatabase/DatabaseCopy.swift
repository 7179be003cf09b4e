internal import CSQLite

/// Copies a database while the source may be written to. Ended on destruction.
final class DatabaseCopy {
  private var handle: OpaquePointer?

  /// Both connections must stay open until the copy has ended.
  init(from source: borrowing Database, to target: borrowing Database) throws(StateDatabaseError) {
    handle = target.beginCopy(from: source)
    guard handle != nil else { try target.failCopy() }
  }

  deinit { if let handle { sqlite3_backup_finish(handle) } }

  /// True if everything is copied.
  func step(_ pages: Int32, _ path: String) throws(StateDatabaseError) -> Bool {
    let code = sqlite3_backup_step(handle, pages)
    if code == SQLITE_DONE { return true }
    if code == SQLITE_OK { return false }
    throw StateDatabaseError(
      sqlite: code, "copy", path, "\(String(cString: sqlite3_errstr(code))) (SQLite \(code))")
  }

  /// Ends a complete copy.
  func finish(_ path: String) throws(StateDatabaseError) {
    let code = sqlite3_backup_finish(handle)
    handle = nil
    if code == SQLITE_OK { return }
    throw StateDatabaseError(
      sqlite: code, "copy", path, "\(String(cString: sqlite3_errstr(code))) (SQLite \(code))")
  }
}
