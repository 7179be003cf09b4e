import Glibc

/// Text as the UTF-8 bytes that arrived, compared byte by byte.
///
/// Swift's `String` compares by canonical equivalence, so two different byte sequences may be equal
/// to it; here they are different values. Eight bytes wide, so that it fits where a value must be
/// small.
public struct UTF8String: Hashable, Sendable {
  /// The bytes; always valid UTF-8 when they came from outside.
  public let bytes: [UInt8]

  /// Text from bytes that the caller knows to be valid UTF-8.
  @inlinable
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Text from a buffer that the caller knows to be valid UTF-8; the bytes are copied.
  @inlinable
  public init(copying buffer: UnsafeRawBufferPointer) { bytes = [UInt8](buffer) }

  /// The same text as a Swift string.
  @inlinable
  public init(_ string: String) { bytes = [UInt8](string.utf8) }

  /// The text as a Swift string.
  @inlinable
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// True when there is no byte.
  @inlinable
  public var isEmpty: Bool { bytes.isEmpty }
}

extension UTF8String: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension UTF8String: CustomStringConvertible {
  public var description: String { string }
}

extension UTF8String: Comparable {
  /// Orders by unsigned bytes, which for UTF-8 is the order of the code points.
  public static func < (a: UTF8String, b: UTF8String) -> Bool {
    a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in
        let shorter = min(a.count, b.count)
        if shorter > 0, let first = a.baseAddress, let second = b.baseAddress {
          let order = memcmp(first, second, shorter)
          if order != 0 { return order < 0 }
        }
        return a.count < b.count
      }
    }
  }
}
