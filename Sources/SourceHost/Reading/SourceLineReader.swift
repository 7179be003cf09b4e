import Glibc

/// Cuts what a source prints into lines, within bounds, however it arrives.
///
/// Bytes are given with `receive` and taken out with `next`, so that a source that prints many lines at
/// once need not be heard out at once. A line that is too long is dropped up to its end; memory stays
/// below twice the longest line and one read.
package struct SourceLineReader {
  /// What comes out.
  package enum Event: Hashable, Sendable {
    /// A line, without its end; blank lines do not come.
    case line([UInt8])
    /// A line was longer than the limit, and what has come of it is dropped. Comes once for each.
    case tooLong
  }

  /// The most bytes of a line, without its end.
  package let maximumLineBytes: Int
  private var bytes: [UInt8] = []
  /// Where what has not been taken out begins.
  private var start = 0
  /// Up to where there is no end of a line.
  private var searched = 0
  private var isSkipping = false
  /// The buffer is kept for later lines when it is no larger.
  private static let keptCapacity = 128 << 10

  /// A reader of lines of at most some bytes.
  package init(maximumLineBytes: Int) {
    self.maximumLineBytes = maximumLineBytes
  }

  /// Bytes that have not been taken out.
  package var pendingBytes: Int { bytes.count - start }

  /// Whether the last line has begun and not ended.
  package var isInLine: Bool { isSkipping || pendingBytes > 0 }

  /// Takes bytes as they arrived.
  package mutating func receive(_ input: UnsafeRawBufferPointer) {
    compact()
    bytes.append(contentsOf: input)
  }

  /// The next line; nil when more bytes are needed.
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
    // One byte more: it may be the return of a line's end.
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

  /// Moves what has not been taken out to the front, once that is worth it.
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
