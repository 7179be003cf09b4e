/// A cursor over a payload that checks every read against the end and never copies.
package struct FrameReader {
  private let bytes: UnsafeRawBufferPointer
  package private(set) var offset = 0

  /// The bytes must outlive the cursor and what it returns.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  package var isAtEnd: Bool { offset == bytes.count }

  @inline(__always)
  package mutating func read<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type, _ what: StaticString
  ) throws(MalformedFrame) -> T {
    guard bytes.count &- offset >= MemoryLayout<T>.size, let base = bytes.baseAddress else {
      throw MalformedFrame(what, at: offset)
    }
    defer { offset &+= MemoryLayout<T>.size }
    return T(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// Must be finite.
  @inline(__always)
  package mutating func readDouble(_ what: StaticString) throws(MalformedFrame) -> Double {
    let value = Double(bitPattern: try read(UInt64.self, what))
    guard value.isFinite else { throw MalformedFrame(what, at: offset &- 8) }
    return value
  }

  /// Any byte but 0 and 1 is malformed.
  @inline(__always)
  package mutating func readBool(_ what: StaticString) throws(MalformedFrame) -> Bool {
    let value = try read(UInt8.self, what)
    guard value <= 1 else { throw MalformedFrame(what, at: offset &- 1) }
    return value == 1
  }

  /// A part of the payload.
  @inline(__always)
  package mutating func readBytes(
    _ count: Int, _ what: StaticString
  ) throws(MalformedFrame) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count &- offset else {
      throw MalformedFrame(what, at: offset)
    }
    defer { offset &+= count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset &+ count)])
  }

  /// A length, then valid UTF-8.
  @inline(__always)
  package mutating func readText<Length: FixedWidthInteger & BitwiseCopyable>(
    length: Length.Type, atMost limit: Int = ChannelLimits.payloadBytes, _ what: StaticString
  ) throws(MalformedFrame) -> UnsafeRawBufferPointer {
    let start = offset
    let count = Int(try read(Length.self, what))
    guard count <= limit else { throw MalformedFrame(what, at: start) }
    let text = try readBytes(count, what)
    guard isValidUTF8(text) else { throw MalformedFrame(what, at: start) }
    return text
  }

  /// Reads a string with a 16-bit length.
  package mutating func readString(_ what: StaticString) throws(MalformedFrame) -> String {
    String(decoding: try readText(length: UInt16.self, what), as: UTF8.self)
  }

  package func finish() throws(MalformedFrame) {
    guard isAtEnd else { throw MalformedFrame("bytes after the end", at: offset) }
  }
}

package func isValidUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
  var index = 0
  var bits: UInt64 = 0
  while bytes.count &- index >= 8 {
    bits |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    index &+= 8
  }
  while index < bytes.count {
    bits |= UInt64(bytes[index])
    index &+= 1
  }
  if bits & 0x8080_8080_8080_8080 == 0 { return true }
  return bytes.withMemoryRebound(to: UInt8.self) { buffer in
    (try? UTF8Span(validating: buffer.span)) != nil
  }
}
