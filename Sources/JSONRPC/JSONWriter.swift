import Glibc

/// Writes JSON into a growing buffer that is reused for every message.
///
/// Values and keys are preceded by a comma where one is needed, except by the `raw` methods.
/// Nothing checks that the calls produce valid JSON.
@usableFromInline
package struct JSONWriter: ~Copyable {
  @usableFromInline var storage: UnsafeMutableRawPointer?
  @usableFromInline var length = 0
  @usableFromInline var room = 0

  package init(minimumCapacity: Int = 256) {
    if minimumCapacity > 0 { grow(by: minimumCapacity) }
  }

  deinit {
    free(storage)
  }

  /// The number of bytes written.
  @inlinable
  package var count: Int { length }

  /// The number of bytes that fit without growing.
  @inlinable
  package var capacity: Int { room }

  /// The bytes written, valid until the next change.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: storage, count: length)
  }

  /// Calls `body` with the bytes written.
  @inlinable
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }

  /// The text written, as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the buffer.
  package mutating func removeAll(keepingCapacity: Bool) {
    length = 0
    guard !keepingCapacity else { return }
    free(storage)
    storage = nil
    room = 0
  }

  /// Removes everything written since `count` had this value.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= length, "only what was written can be taken back")
    length = count
  }

  /// Makes room for that many more bytes.
  @inlinable
  package mutating func reserve(_ more: Int) {
    if room &- length < more { grow(by: more) }
  }

  /// Appends a literal unchanged.
  @inlinable
  @inline(__always)
  package mutating func raw(_ literal: StaticString) {
    raw(UnsafeRawPointer(literal.utf8Start), count: literal.utf8CodeUnitCount)
  }

  /// Appends bytes unchanged.
  @inlinable
  package mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    raw(start, count: bytes.count)
  }

  /// Appends a string's bytes unchanged.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  package mutating func raw(_ string: String) {
    let done: Void? = string.utf8.withContiguousStorageIfAvailable {
      raw(UnsafeRawBufferPointer($0))
    }
    if done == nil { Array(string.utf8).withUnsafeBytes { raw($0) } }
  }

  /// Appends one byte unchanged.
  @inlinable
  @inline(__always)
  package mutating func raw(byte: UInt8) {
    reserve(1)
    tail.storeBytes(of: byte, as: UInt8.self)
    length &+= 1
  }

  /// Ends a message with a line feed.
  @inlinable
  package mutating func endLine() {
    raw(byte: UInt8(ascii: "\n"))
  }

  /// The address of the next byte; valid only after a `reserve`.
  @inlinable
  var tail: UnsafeMutableRawPointer {
    storage.unsafelyUnwrapped + length
  }

  @inlinable
  @inline(__always)
  mutating func raw(_ start: UnsafeRawPointer, count: Int) {
    guard count > 0 else { return }
    reserve(count)
    tail.copyMemory(from: start, byteCount: count)
    length &+= count
  }

  @usableFromInline
  @inline(never)
  mutating func grow(by more: Int) {
    let wanted = max(length + more, room * 2, 64)
    guard let larger = realloc(storage, wanted) else { preconditionFailure("out of memory") }
    storage = larger
    room = wanted
  }
}
