/// UTF-8 bytes of a parsed string, borrowed from the parser: valid until its next parse.
@usableFromInline
package struct JSONString {
  @usableFromInline package let start: UnsafeRawPointer

  @usableFromInline package let count: Int

  @inlinable
  package init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
  }

  @inlinable
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  @inlinable
  package var isEmpty: Bool { count == 0 }

  /// A copy that outlives the parser's document.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  @inlinable
  @inline(__always)
  package func isEqual(to other: UnsafeRawPointer, count otherCount: Int) -> Bool {
    guard count == otherCount else { return false }
    guard count >= 8 else { return isShortEqual(to: other) }
    var offset = 0
    while offset < count &- 8 {
      guard Self.word(start, offset) == Self.word(other, offset) else { return false }
      offset &+= 8
    }
    return Self.word(start, count &- 8) == Self.word(other, count &- 8)
  }

  /// Compares fewer than eight bytes, by two overlapping loads.
  @inlinable
  @inline(__always)
  func isShortEqual(to other: UnsafeRawPointer) -> Bool {
    if count >= 4 {
      return start.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
        && start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
          == other.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    }
    if count >= 2 {
      return start.loadUnaligned(as: UInt16.self) == other.loadUnaligned(as: UInt16.self)
        && start.load(fromByteOffset: count &- 1, as: UInt8.self)
          == other.load(fromByteOffset: count &- 1, as: UInt8.self)
    }
    return count == 0 || start.load(as: UInt8.self) == other.load(as: UInt8.self)
  }

  @inlinable
  @inline(__always)
  static func word(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable
  @inline(__always)
  package static func == (string: JSONString, literal: StaticString) -> Bool {
    string.isEqual(to: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// Matches patterns: `switch method { case "ping": … }`.
  @inlinable
  @inline(__always)
  package static func ~= (literal: StaticString, string: JSONString) -> Bool {
    string == literal
  }

  @inlinable
  package static func == (one: JSONString, other: JSONString) -> Bool {
    one.isEqual(to: other.start, count: other.count)
  }

  /// Compares bytes; a prefix comes first.
  @inlinable
  package static func < (one: JSONString, other: JSONString) -> Bool {
    let shared = min(one.count, other.count)
    var offset = 0
    while offset < shared {
      let left = one.start.load(fromByteOffset: offset, as: UInt8.self)
      let right = other.start.load(fromByteOffset: offset, as: UInt8.self)
      if left != right { return left < right }
      offset &+= 1
    }
    return one.count < other.count
  }
}

extension JSONString: Equatable, Comparable {}
