/// A reply of the protocol that Redis and Valkey speak (RESP2).
package enum RESPValue: Hashable, Sendable {
  case text([UInt8])
  case error([UInt8])
  case integer(Int64)
  case bulk([UInt8])
  case array([RESPValue])
  /// Nothing, be it a missing bulk or a missing array.
  case null

  /// The bytes of a text or a bulk.
  package var bytes: [UInt8]? {
    switch self {
    case .text(let bytes), .bulk(let bytes): bytes
    case .error, .integer, .array, .null: nil
    }
  }

  /// The same as a string.
  package var string: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The elements of an array.
  package var elements: [RESPValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
