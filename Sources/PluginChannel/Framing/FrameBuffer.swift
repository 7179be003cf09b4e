/// A growing, reusable buffer that writes frames in little-endian.
@usableFromInline
package struct FrameBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var written: Int

  package init(capacity: Int = 4_096) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
    written = 0
  }

  deinit { base.deallocate() }

  @inlinable
  package var count: Int { written }

  /// Valid until the next change of the buffer.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Keeps the memory.
  package mutating func removeAll() { written = 0 }

  package mutating func truncate(to position: Int) {
    precondition(position <= count, "a buffer is only cut where it has been written")
    written = position
  }

  @inlinable @inline(__always)
  package mutating func append<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
    let size = MemoryLayout<T>.size
    if written &+ size > capacity { grow(by: size) }
    base.storeBytes(of: value.littleEndian, toByteOffset: written, as: T.self)
    written &+= size
  }

  @inlinable @inline(__always)
  package mutating func append(_ value: Double) { append(value.bitPattern) }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    if written &+ bytes.count > capacity { grow(by: bytes.count) }
    (base + written).copyMemory(from: source, byteCount: bytes.count)
    written &+= bytes.count
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Adds the string's length in bytes, then its UTF-8.
  package mutating func append<Length: FixedWidthInteger & BitwiseCopyable>(
    _ text: String, length: Length.Type
  ) {
    let start = count
    append(Length(0))
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    patch(Length(count - start - MemoryLayout<Length>.size), at: start)
  }

  @inlinable @inline(__always)
  package mutating func patch<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at position: Int)
  {
    precondition(position >= 0 && position + MemoryLayout<T>.size <= count)
    base.storeBytes(of: value.littleEndian, toByteOffset: position, as: T.self)
  }

  /// Adds the header of a frame; `endFrame` writes the payload's length into it.
  package mutating func beginFrame(_ type: FrameType, sequence: UInt32 = 0) -> FrameStart {
    let start = FrameStart(position: count)
    append(UInt32(0))
    append(type.rawValue)
    append(UInt8(0))
    append(UInt16(0))
    append(sequence)
    return start
  }

  package mutating func endFrame(_ start: FrameStart) {
    let length = count - start.position - FrameHeader.byteCount
    precondition(length <= ChannelLimits.payloadBytes, "a frame is kept within its limit")
    patch(UInt32(length), at: start.position)
  }

  package struct FrameStart {
    fileprivate let position: Int
  }

  @usableFromInline @inline(never)
  mutating func grow(by size: Int) {
    let wanted = max(capacity * 2, count + size)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
    capacity = wanted
  }
}
