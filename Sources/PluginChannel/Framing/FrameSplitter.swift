/// Splits a byte stream into frames.
///
/// Add bytes with `append`, or by `prepare` and `commit` around a read, and take frames with `next`
/// until it returns nil. After an error the stream must be closed: its next boundary is unknown.
package struct FrameSplitter: ~Copyable {
  /// The payload is in the splitter's memory and valid until bytes are added.
  package struct Frame {
    package let header: FrameHeader
    package let payload: UnsafeRawBufferPointer
  }

  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var start = 0
  private var end = 0

  package init(capacity: Int = 16_384) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    makeRoom(for: bytes.count)
    (base + end).copyMemory(from: source, byteCount: bytes.count)
    end += bytes.count
  }

  /// Room to read into, at least as large as asked for; report with `commit` what was filled.
  package mutating func prepare(_ count: Int = 4_096) -> UnsafeMutableRawBufferPointer {
    makeRoom(for: count)
    return UnsafeMutableRawBufferPointer(start: base + end, count: capacity - end)
  }

  package mutating func commit(_ count: Int) {
    precondition(count >= 0 && count <= capacity - end, "more bytes than room")
    end += count
  }

  /// Nil if more bytes are needed.
  package mutating func next() throws(MalformedFrame) -> Frame? {
    guard end - start >= FrameHeader.byteCount else { return nil }
    let available = UnsafeRawBufferPointer(start: base + start, count: end - start)
    let header = try FrameHeader(available)
    let length = FrameHeader.byteCount + header.payloadLength
    guard available.count >= length else { return nil }
    start += length
    return Frame(
      header: header,
      payload: UnsafeRawBufferPointer(rebasing: available[FrameHeader.byteCount..<length]))
  }

  /// Moves the pending bytes to the front, and grows if that is not enough.
  private mutating func makeRoom(for count: Int) {
    if start == end {
      start = 0
      end = 0
    }
    if capacity - end >= count { return }
    let pending = end - start
    if capacity - pending >= count {
      base.copyMemory(from: base + start, byteCount: pending)
    } else {
      let wanted = max(capacity * 2, pending + count)
      let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
      larger.copyMemory(from: base + start, byteCount: pending)
      base.deallocate()
      base = larger
      capacity = wanted
    }
    start = 0
    end = pending
  }
}
