import Glibc

/// Splits a stream of bytes into lines, whatever chunks they arrive in.
///
/// A line within one input is passed in place; only a line spread over several inputs is copied.
/// Lines come without their `\n` or `\r\n`. Blank lines are skipped, as is text after the stream's
/// last `\n`.
package struct LineSplitter: ~Copyable {
  package enum Event {
    /// Followed by `JSONParser.padding` readable bytes; valid until the next call.
    case line(UnsafeRawBufferPointer)
    /// The input is consumed; an unfinished line is kept.
    case needsInput
    /// A line exceeds the limit. Returned once; all further input is dropped.
    case tooLong
  }

  /// The longest line, without its end.
  package let maxLineBytes: Int

  private var partial = JSONWriter(minimumCapacity: 0)
  private var isPartialHandedOut = false
  private var isDead = false

  /// The buffer for unfinished lines is reused up to this size.
  private static let keptCapacity = 1024

  package init(maxLineBytes: Int = 1 << 20) {
    self.maxLineBytes = maxLineBytes
  }

  /// Memory for unfinished lines.
  package var heldBytes: Int { partial.capacity }

  /// Consumes the next line of `input`. Call it until it needs input. The bytes must stay in place
  /// meanwhile, followed by `JSONParser.padding` readable bytes.
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

  /// Keeps an unfinished line unless it exceeds the limit already.
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
