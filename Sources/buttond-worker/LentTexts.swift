/// Texts that are lent for one call, and overwritten after it.
///
/// The memory stays for a while: a plugin that still reads it sees the change.
final class LentTexts {
  /// Occurs in no valid text.
  private static let scrub: UInt8 = 0xFD
  private static let bytesKept = 8 << 20

  private var lent: [UnsafeMutableRawBufferPointer] = []
  private var scrubbed: [UnsafeMutableRawBufferPointer] = []
  private var bytes = 0

  deinit {
    for text in lent + scrubbed { text.deallocate() }
  }

  /// The copy is valid until `scrub`.
  func copy(_ text: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(text.count, 1), alignment: 1)
    copy.copyMemory(from: text)
    lent.append(copy)
    guard let start = copy.baseAddress else { preconditionFailure("memory has an address") }
    return UnsafeRawPointer(start)
  }

  func scrub() {
    for text in lent {
      text.initializeMemory(as: UInt8.self, repeating: LentTexts.scrub)
      bytes += text.count
    }
    scrubbed += lent
    lent.removeAll(keepingCapacity: true)
    var forgotten = 0
    while bytes > LentTexts.bytesKept, forgotten < scrubbed.count {
      bytes -= scrubbed[forgotten].count
      scrubbed[forgotten].deallocate()
      forgotten += 1
    }
    scrubbed.removeFirst(forgotten)
  }
}
