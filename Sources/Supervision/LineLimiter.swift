import ButtonModel
import Glibc

/// Cuts what a process prints into lines and lets through a limited number of bytes a second, as they are
/// logged: no line, also the note of lines that were dropped, costs less than ``bytesPerLine``.
///
/// Bytes in, lines out, time passed in. A line that never ends is cut; bytes that are not UTF-8 and
/// control characters are replaced, so that a process cannot forge or garble the daemon's log.
package struct LineLimiter {
  /// The longest line, in bytes.
  package static let maximumLineBytes = 1024
  /// The bytes that a line counts for at least: the log adds a time, a level and a name.
  package static let bytesPerLine = 64

  private let rate: TokenBucket.Rate
  private var bucket = TokenBucket()
  private var line: [UInt8] = []
  /// Whether the rest of an overlong line is being skipped.
  private var isSkipping = false
  private var dropped = 0
  /// How many lines have ended so far, whatever became of them.
  package private(set) var lineCount = 0

  /// A limiter that allows `bytesPerSecond`, and as many at once.
  package init(bytesPerSecond: Int) {
    rate = TokenBucket.Rate(perSecond: Double(bytesPerSecond))
  }

  /// Takes bytes as they arrive and gives the lines they complete.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer, at now: UInt64) -> [String] {
    var lines: [String] = []
    var rest = bytes[...]
    while let length = LineLimiter.newline(in: rest) {
      take(rest.prefix(length), at: now, into: &lines)
      endLine(at: now, into: &lines)
      rest = rest.dropFirst(length + 1)
    }
    take(rest, at: now, into: &lines)
    return lines
  }

  /// The stream has ended: gives the rest.
  package mutating func end(at now: UInt64) -> [String] {
    var lines: [String] = []
    endLine(at: now, into: &lines)
    if dropped > 0 { lines.append(droppedNote()) }
    return lines
  }

  /// Takes a whole line that came otherwise, as one that was printed.
  package mutating func receive(line: [UInt8], at now: UInt64) -> [String] {
    var lines: [String] = []
    emit(line, at: now, into: &lines)
    return lines
  }

  /// What a line of some bytes costs of the bytes a second.
  package static func cost(_ bytes: Int) -> Int { max(bytes + 1, bytesPerLine) }

  private static func newline(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    guard let start = bytes.baseAddress,
      let found = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }

  private mutating func take(
    _ bytes: Slice<UnsafeRawBufferPointer>, at now: UInt64, into lines: inout [String]
  ) {
    guard !isSkipping else { return }
    let room = LineLimiter.maximumLineBytes - line.count
    line.append(contentsOf: bytes.prefix(room))
    guard bytes.count > room else { return }
    flush(at: now, into: &lines)
    isSkipping = true
  }

  private mutating func endLine(at now: UInt64, into lines: inout [String]) {
    lineCount += 1
    if isSkipping {
      isSkipping = false
    } else {
      flush(at: now, into: &lines)
    }
  }

  private mutating func flush(at now: UInt64, into lines: inout [String]) {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if !line.isEmpty { emit(line, at: now, into: &lines) }
    line.removeAll(keepingCapacity: true)
  }

  private mutating func emit(_ line: [UInt8], at now: UInt64, into lines: inout [String]) {
    let least = LineLimiter.bytesPerLine
    // What is replaced becomes longer; a line that is dropped anyway need not be looked at.
    let text = bucket.holds(least, rate, now: now) ? LineLimiter.printable(line) : ""
    let note = dropped > 0 ? least : 0
    let cost = LineLimiter.cost(text.utf8.count) + note
    guard bucket.takeIfThere(cost, rate, now: now) else {
      dropped += 1
      return
    }
    if dropped > 0 { lines.append(droppedNote()) }
    lines.append(text)
  }

  private mutating func droppedNote() -> String {
    defer { dropped = 0 }
    return "\(dropped) line(s) over \(Int(rate.perSecond)) bytes a second were dropped"
  }

  /// Text without what is unprintable.
  package static func printable(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
      .replacingUnprintable { $0 == "\t" ? " " : "\u{FFFD}" }
  }
}
