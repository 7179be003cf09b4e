import Glibc

/// Text as the UTF-8 bytes that arrived, compared byte by byte.
///
/// Swift's `String` compares by canonical equivalence, so different byte sequences may be equal
/// there. Eight bytes wide, so that it fits where a value must be small.
public struct UTF8String: Hashable, Sendable {
  /// Valid UTF-8 when they came from outside.
  public let bytes: [UInt8]

  /// The bytes must be valid UTF-8.
  @inlinable
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes must be valid UTF-8.
  @inlinable
  public init(copying buffer: UnsafeRawBufferPointer) { bytes = [UInt8](buffer) }

  @inlinable
  public init(_ string: String) { bytes = [UInt8](string.utf8) }

  @inlinable
  public var string: String { String(decoding: bytes, as: UTF8.self) }

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
  /// Compares unsigned bytes, which for UTF-8 is the order of the code points.
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
