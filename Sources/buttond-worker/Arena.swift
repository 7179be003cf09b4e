/// Memory for texts that live until the end of a pass: allocated in a row, freed all at once.
struct Arena: ~Copyable {
  private static let chunkBytes = 32 << 10

  private var chunks: [UnsafeMutableRawBufferPointer]
  private var chunk = 0
  private var used = 0

  init() {
    chunks = [.allocate(byteCount: Arena.chunkBytes, alignment: 16)]
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
  }

  /// The copy stays where it is until `removeAll`.
  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    if bytes.isEmpty { return UnsafeRawBufferPointer(start: chunks[0].baseAddress, count: 0) }
    while chunks[chunk].count - used < bytes.count { advance(bytes.count) }
    let place = UnsafeMutableRawBufferPointer(
      rebasing: chunks[chunk][used..<(used + bytes.count)])
    place.copyMemory(from: bytes)
    used += bytes.count
    return UnsafeRawBufferPointer(place)
  }

  /// Invalidates all copies.
  mutating func removeAll() {
    chunk = 0
    used = 0
  }

  private mutating func advance(_ count: Int) {
    if chunk + 1 == chunks.count {
      chunks.append(.allocate(byteCount: max(Arena.chunkBytes, count), alignment: 16))
    }
    chunk += 1
    used = 0
  }
}
