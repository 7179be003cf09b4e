import Glibc

/// Writes JSON into one growing buffer that is reused message after message.
///
/// Values and keys put the comma before themselves where one is needed; what is called `raw`
/// does not. Nothing checks that the calls make a sensible document.
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

  /// How many bytes have been written.
  @inlinable
  package var count: Int { length }

  /// How many bytes fit without growing.
  @inlinable
  package var capacity: Int { room }

  /// What has been written, valid until the next change.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: storage, count: length)
  }

  /// Calls `body` with what has been written.
  @inlinable
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }

  /// A copy as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what has been written.
  package mutating func removeAll(keepingCapacity: Bool) {
    length = 0
    guard !keepingCapacity else { return }
    free(storage)
    storage = nil
    room = 0
  }

  /// Takes back what was written since `count` was this.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= length, "only what was written can be taken back")
    length = count
  }

  /// Makes room for that many bytes more.
  @inlinable
  package mutating func reserve(_ more: Int) {
    if room &- length < more { grow(by: more) }
  }

  /// Appends a literal as it is.
  @inlinable
  @inline(__always)
  package mutating func raw(_ literal: StaticString) {
    raw(UnsafeRawPointer(literal.utf8Start), count: literal.utf8CodeUnitCount)
  }

  /// Appends bytes as they are.
  @inlinable
  package mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    raw(start, count: bytes.count)
  }

  /// Appends a string's bytes as they are.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  package mutating func raw(_ string: String) {
    let done: Void? = string.utf8.withContiguousStorageIfAvailable {
      raw(UnsafeRawBufferPointer($0))
    }
    if done == nil { Array(string.utf8).withUnsafeBytes { raw($0) } }
  }

  /// Appends one byte as it is.
  @inlinable
  @inline(__always)
  package mutating func raw(byte: UInt8) {
    reserve(1)
    tail.storeBytes(of: byte, as: UInt8.self)
    length &+= 1
  }

  /// Ends a message.
  @inlinable
  package mutating func endLine() {
    raw(byte: UInt8(ascii: "\n"))
  }

  /// Where the next byte goes; only behind a `reserve`.
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
