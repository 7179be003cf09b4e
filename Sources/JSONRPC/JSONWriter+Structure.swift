extension JSONWriter {
  @inlinable
  package mutating func beginObject() {
    separate()
    raw(byte: UInt8(ascii: "{"))
  }

  @inlinable
  package mutating func endObject() {
    raw(byte: UInt8(ascii: "}"))
  }

  @inlinable
  package mutating func beginArray() {
    separate()
    raw(byte: UInt8(ascii: "["))
  }

  @inlinable
  package mutating func endArray() {
    raw(byte: UInt8(ascii: "]"))
  }

  /// The literal must not need escapes.
  @inlinable
  @inline(__always)
  package mutating func key(_ name: StaticString) {
    assert(Self.isPlain(name), "a name with escapes is not a literal")
    separate()
    raw(byte: UInt8(ascii: "\""))
    raw(name)
    raw("\":")
  }

  @inlinable
  @inline(__always)
  @_disfavoredOverload
  package mutating func key(_ name: String) {
    string(name)
    raw(byte: UInt8(ascii: ":"))
  }

  package mutating func key(_ name: UnsafeRawBufferPointer) {
    string(name)
    raw(byte: UInt8(ascii: ":"))
  }

  @usableFromInline
  static func isPlain(_ literal: StaticString) -> Bool {
    literal.withUTF8Buffer { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
  }

  @inlinable
  package mutating func null() {
    separate()
    raw("null")
  }

  @inlinable
  package mutating func bool(_ value: Bool) {
    separate()
    raw(value ? "true" : "false")
  }

  /// The value is JSON text already.
  @inlinable
  package mutating func value(raw bytes: UnsafeRawBufferPointer) {
    separate()
    raw(bytes)
  }

  @inlinable
  package mutating func value(raw literal: StaticString) {
    separate()
    raw(literal)
  }

  /// Appends a comma unless the next value is the first in its container, line or buffer.
  @inlinable
  @inline(__always)
  package mutating func separate() {
    guard length > 0 else { return }
    switch storage.unsafelyUnwrapped.load(fromByteOffset: length &- 1, as: UInt8.self) {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: "\n"):
      break
    default:
      raw(byte: UInt8(ascii: ","))
    }
  }
}
