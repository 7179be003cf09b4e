/// Bytes for the daemon that its socket has not taken yet.
package struct OutboundBytes {
  private var bytes: [UInt8] = []
  private var sent = 0

  /// Whether everything has been taken.
  package var isEmpty: Bool { sent == bytes.count }

  /// Adds a line.
  mutating func append(_ line: [UInt8]) { bytes.append(contentsOf: line) }

  /// Lends the bytes that have yet to be sent.
  package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
  }

  /// Returns everything and forgets it, for a transport that keeps what its socket does not take.
  package mutating func takeAll() -> [UInt8] {
    defer { removeAll() }
    return withBytes { [UInt8]($0) }
  }

  /// Drops the first bytes, which were sent.
  package mutating func removeFirst(_ count: Int) {
    sent += count
    if isEmpty { removeAll() }
  }

  /// Drops everything, because it can no longer be sent.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10)
    sent = 0
  }
}
