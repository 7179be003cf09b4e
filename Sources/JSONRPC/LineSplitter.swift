import Glibc

/// Cuts a stream of bytes into lines, however the bytes arrive.
///
/// A line that lies whole inside the input is handed out where it lies; only a line spread over
/// several inputs is copied. Lines come without their `\n` or `\r\n`; blank lines are skipped.
/// What follows the last `\n` of a stream is no line.
package struct LineSplitter: ~Copyable {
  /// What `next(in:)` found.
  package enum Event {
    /// A line, with `JSONParser.padding` readable bytes behind it, valid until the next call.
    case line(UnsafeRawBufferPointer)
    /// The input is used up; what there is of an unfinished line is kept.
    case needsInput
    /// A line is longer than allowed. Said once; all further input is dropped.
    case tooLong
  }

  /// The longest line handed out, in bytes without its end.
  package let maxLineBytes: Int

  private var partial = JSONWriter(minimumCapacity: 0)
  private var isPartialHandedOut = false
  private var isDead = false

  /// The buffer of unfinished lines is kept for the next if it is no larger than this.
  private static let keptCapacity = 1024

  package init(maxLineBytes: Int = 1 << 20) {
    self.maxLineBytes = maxLineBytes
  }

  /// Bytes of an unfinished line that wait for its end.
  package var pendingBytes: Int { isPartialHandedOut ? 0 : partial.count }

  /// Bytes of memory held for unfinished lines.
  package var heldBytes: Int { partial.capacity }

  /// Takes the next line from the front of `input`, behind whose end `JSONParser.padding` more
  /// bytes are readable. Call it until it needs input; the bytes must stay where they are
  /// meanwhile.
  package mutating func next(in input: inout UnsafeRawBufferPointer) -> Event {
    if isPartialHandedOut { discardPartial() }
    while !isDead, let start = input.baseAddress, input.count > 0 {
      guard let found = memchr(start, 0x0A, input.count) else {
        return keep(input.count, of: &input)
      }
      let length = UnsafeRawPointer(found) - start
      if partial.count > 0 {
        guard partial.count + length <= maxLineBytes + 1 else { return die(&input) }
        partial.raw(UnsafeRawBufferPointer(start: start, count: length))
        partial.reserve(JSONParser.padding)
        isPartialHandedOut = true
      }
      input = UnsafeRawBufferPointer(rebasing: input[(length + 1)...])
      let whole = UnsafeRawBufferPointer(start: start, count: length)
      let line = Self.withoutReturn(isPartialHandedOut ? partial.bytes : whole)
      guard line.count <= maxLineBytes else { return die(&input) }
      if !Self.isBlank(line) { return .line(line) }
      if isPartialHandedOut { discardPartial() }
    }
    input = UnsafeRawBufferPointer(start: nil, count: 0)
    return .needsInput
  }

  /// Keeps an unfinished line, unless it can no longer become one that is short enough.
  private mutating func keep(
    _ length: Int, of input: inout UnsafeRawBufferPointer
  ) -> Event {
    let total = partial.count + length
    let endsInReturn = input[length - 1] == 0x0D
    guard total <= maxLineBytes || (endsInReturn && total == maxLineBytes + 1) else {
      return die(&input)
    }
    partial.raw(input)
    input = UnsafeRawBufferPointer(start: nil, count: 0)
    return .needsInput
  }

  private mutating func die(_ input: inout UnsafeRawBufferPointer) -> Event {
    isDead = true
    partial = JSONWriter(minimumCapacity: 0)
    isPartialHandedOut = false
    input = UnsafeRawBufferPointer(start: nil, count: 0)
    return .tooLong
  }

  private mutating func discardPartial() {
    isPartialHandedOut = false
    partial.removeAll(keepingCapacity: partial.capacity <= Self.keptCapacity)
  }

  private static func withoutReturn(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let last = line.last, last == 0x0D else { return line }
    return UnsafeRawBufferPointer(rebasing: line[..<(line.count - 1)])
  }

  private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first else { return true }
    guard first <= 0x20 else { return false }
    return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}
