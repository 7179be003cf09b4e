/// What a primitive style remembers between the events of one press: 64 bytes that mean something to
/// the plugin alone. All zero when the press begins; the daemon keeps them from answer to event.
package struct GestureScratch: Hashable, Sendable {
  /// The size on the wire.
  package static let byteCount = 64

  /// The bytes as they are in memory.
  package var bytes: SIMD64<UInt8>

  /// All zero.
  package init() { bytes = SIMD64() }

  /// A scratch of these bytes.
  package init(_ bytes: SIMD64<UInt8>) { self.bytes = bytes }
}

extension FrameBuffer {
  mutating func append(_ scratch: GestureScratch) {
    withUnsafeBytes(of: scratch.bytes) { append($0) }
  }
}

extension FrameReader {
  mutating func readScratch() throws(MalformedFrame) -> GestureScratch {
    let bytes = try readBytes(GestureScratch.byteCount, "gesture scratch")
    return GestureScratch(bytes.loadUnaligned(as: SIMD64<UInt8>.self))
  }
}
