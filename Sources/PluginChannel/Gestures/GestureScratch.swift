/// What a primitive style remembers between the events of one press, opaque to the daemon, which
/// keeps it from answer to event. All zero when the press begins.
package struct GestureScratch: Hashable, Sendable {
  package static let byteCount = 64

  package var bytes: SIMD64<UInt8>

  package init() { bytes = SIMD64() }

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
