internal import CSQLite

/// One compiled statement: parameters in, columns out; freed when it goes.
struct Statement: ~Copyable {
  let handle: OpaquePointer

  /// Takes a compiled statement over.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Makes it ready to run again. What it answers tells of the last run only.
  func reset() { sqlite3_reset(handle) }

  /// Sets a parameter, counted from 1, to a number.
  func bind(_ index: CInt, _ number: Int64) { take(sqlite3_bind_int64(handle, index, number)) }

  /// The same for numbers without a sign, by their bits.
  func bind(_ index: CInt, _ number: UInt64) { bind(index, Int64(bitPattern: number)) }

  /// Sets a parameter to nothing.
  func bindNull(_ index: CInt) { take(sqlite3_bind_null(handle, index)) }

  /// Sets a parameter to text, which must stay where it is until the statement has run.
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

  /// Whether a column, counted from 0, holds a number without a fraction.
  func isInt(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }

  /// Whether a column holds text.
  func isText(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_TEXT }

  /// Whether a column holds nothing.
  func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// A column as a number.
  func int(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A column's bits.
  func bits(_ column: CInt) -> UInt64 { UInt64(bitPattern: int(column)) }

  /// A column's text, valid until the statement goes on.
  func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// A column's text.
  func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
