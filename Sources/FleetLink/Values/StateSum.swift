package import ButtonModel
import CPlatform

/// A sum over the fields of a scope's state, as the engine's functions keep it: it reveals writes
/// past them.
package struct StateSum: Hashable, Sendable {
  package private(set) var value: UInt64

  private static let mask: UInt64 = (1 << 52) - 1
  /// The bytes at each end of a longer field that count, besides its length.
  private static let endBytes = 1_024

  package init(_ value: UInt64 = 0) { self.value = value & Self.mask }

  /// A removed field adds nothing.
  package mutating func add(_ key: UTF8String, _ fleetValue: UTF8String?, revision: UInt64) {
    value = (value &+ Self.hash(key, fleetValue, revision)) & Self.mask
  }

  /// The first 52 bits of `sha1(KEY " " FIELD)`, with `REVISION VALUE` as the field.
  private static func hash(_ key: UTF8String, _ value: UTF8String?, _ revision: UInt64) -> UInt64 {
    guard let value else { return 0 }
    var message = key.bytes + [UInt8(ascii: " ")]
    let field = Array("\(revision) ".utf8) + value.bytes
    if field.count > 2 * endBytes {
      message += field.prefix(endBytes) + Array("\(field.count)".utf8) + field.suffix(endBytes)
    } else {
      message += field
    }
    return withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { digest in
      csystem_sha1(message, message.count, digest.baseAddress)
      return UInt64(bigEndian: digest.load(as: UInt64.self)) >> 12
    }
  }
}
