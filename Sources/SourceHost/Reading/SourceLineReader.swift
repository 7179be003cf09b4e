import Glibc

/// Splits the output of a source into lines of limited length.
///
/// `receive` adds bytes and `next` removes a line, so that some of many lines can wait. A line that
/// is too long is dropped up to its end; memory stays below twice the longest line and one read.
package struct SourceLineReader {
  package enum Event: Hashable, Sendable {
    /// A line without its end; blank lines are skipped.
    case line([UInt8])
    /// A line was over the limit and is dropped. Returned once for each.
    case tooLong
  }

  /// The longest line, without its end.
  package let maximumLineBytes: Int
  private var bytes: [UInt8] = []
  /// The first byte that `next` has not returned.
  private var start = 0
  /// No line ends before this offset.
  private var searched = 0
  private var isSkipping = false
  /// A buffer up to this size is kept for later lines.
  private static let keptCapacity = 128 << 10

  package init(maximumLineBytes: Int) {
    self.maximumLineBytes = maximumLineBytes
  }

  package var pendingBytes: Int { bytes.count - start }

  /// The last line has begun and not ended.
  package var isInLine: Bool { isSkipping || pendingBytes > 0 }

  package mutating func receive(_ input: UnsafeRawBufferPointer) {
    compact()
    bytes.append(contentsOf: input)
  }

  /// Nil if more bytes are needed.
  package mutating func next() -> Event? {
    while start < bytes.count {
      guard let end = newline() else { return keepUnfinished() }
      let range = start..<end
      start = end + 1
      searched = start
      if isSkipping {
        isSkipping = false
        continue
      }
      let line = SourceLineReader.trimmed(bytes[range])
      if line.count > maximumLineBytes { return .tooLong }
      if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .line(Array(line)) }
    }
    compact()
    return nil
  }

  private mutating func keepUnfinished() -> Event? {
    searched = bytes.count
    if isSkipping {
      drop()
      return nil
    }
    // One more byte, which may be the return of a line's end.
    guard pendingBytes > maximumLineBytes + 1 else { return nil }
    drop()
    isSkipping = true
    return .tooLong
  }

  private func newline() -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + searched, 0x0A, bytes.count - searched)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private mutating func drop() {
    if bytes.capacity > SourceLineReader.keptCapacity {
      bytes = []
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
    start = 0
    searched = 0
  }

  private mutating func compact() {
    if start == bytes.count { return drop() }
    guard start > bytes.count / 2 else { return }
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }
}
