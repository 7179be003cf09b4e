import Glibc

/// Writes JSON into a growing buffer that is reused for every message.
///
/// All methods but `raw` write a comma before a value or key that needs it. Nothing checks that the
/// calls produce valid JSON.
@usableFromInline
package struct JSONWriter: ~Copyable {
  @usableFromInline var storage: UnsafeMutableRawPointer?
  @usableFromInline var length = 0
  @usableFromInline var room = 0
  /// Whether a number that JSON does not have is written as null; otherwise it traps.
  package var replacesNumbers = false
  /// Whether such a number was written.
  package internal(set) var hasReplacedNumber = false

  package init(minimumCapacity: Int = 256) {
    if minimumCapacity > 0 { grow(by: minimumCapacity) }
  }

  deinit {
    free(storage)
  }

  /// In bytes.
  @inlinable
  package var count: Int { length }

  /// In bytes.
  @inlinable
  package var capacity: Int { room }

  /// Valid until the next change.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: storage, count: length)
  }

  @inlinable
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func removeAll(keepingCapacity: Bool) {
    length = 0
    guard !keepingCapacity else { return }
    free(storage)
    storage = nil
    room = 0
  }

  /// Removes what was written since `count` had this value.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= length, "only what was written can be taken back")
    length = count
  }

  /// In bytes.
  @inlinable
  package mutating func reserve(_ more: Int) {
    if room &- length < more { grow(by: more) }
  }

  /// The `raw` methods append bytes unchanged, without a comma.
  @inlinable
  @inline(__always)
  package mutating func raw(_ literal: StaticString) {
    raw(UnsafeRawPointer(literal.utf8Start), count: literal.utf8CodeUnitCount)
  }

  @inlinable
  package mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    raw(start, count: bytes.count)
  }

  @inlinable
  @inline(__always)
  @_disfavoredOverload
  package mutating func raw(_ string: String) {
    let done: Void? = string.utf8.withContiguousStorageIfAvailable {
      raw(UnsafeRawBufferPointer($0))
    }
    if done == nil { Array(string.utf8).withUnsafeBytes { raw($0) } }
  }

  @inlinable
  @inline(__always)
  package mutating func raw(byte: UInt8) {
    reserve(1)
    tail.storeBytes(of: byte, as: UInt8.self)
    length &+= 1
  }

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
