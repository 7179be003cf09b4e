internal import CSQLite

/// A compiled statement: parameters in, columns out; freed on destruction.
struct Statement: ~Copyable {
  let handle: OpaquePointer

  /// Takes ownership.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Makes it ready to run again. SQLite's result only repeats that of the last run.
  func reset() { sqlite3_reset(handle) }

  /// Parameters count from 1.
  func bind(_ index: CInt, _ number: Int64) { take(sqlite3_bind_int64(handle, index, number)) }

  /// Binds a number by its bits.
  func bind(_ index: CInt, _ number: UInt64) { bind(index, Int64(bitPattern: number)) }

  func bindNull(_ index: CInt) { take(sqlite3_bind_null(handle, index)) }

  /// The text must stay where it is until the statement has run.
  func bind(_ index: CInt, _ text: UnsafeRawBufferPointer) {
    // A text at no address would be null.
    let empty: StaticString = ""
    let start =
      text.baseAddress.map { $0.assumingMemoryBound(to: CChar.self) }
      ?? UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
    take(sqlite3_bind_text(handle, index, start, CInt(text.count), nil))
  }

  private func take(_ code: CInt) {
    precondition(code == SQLITE_OK, "a parameter that is there, while the statement does not run")
  }

  /// Columns count from 0.
  func isInt(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }

  func isText(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_TEXT }

  func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func int(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

  func bits(_ column: CInt) -> UInt64 { UInt64(bitPattern: int(column)) }

  /// Text, valid until the statement goes on.
  func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
