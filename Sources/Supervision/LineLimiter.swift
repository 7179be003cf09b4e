import ButtonModel
import Glibc

/// Cuts what a process prints into lines and limits the bytes logged per second: no line, nor the
/// note of dropped lines, costs less than ``bytesPerLine``.
///
/// Bytes in, lines out, time passed in. A line that never ends is cut; invalid UTF-8 and control
/// characters are replaced, so that a process cannot forge or garble the daemon's log.
package struct LineLimiter {
  package static let maximumLineBytes = 1024
  /// What a line costs at least: the log adds a time, a level and a name.
  package static let bytesPerLine = 64

  private let rate: TokenBucket.Rate
  private var bucket = TokenBucket()
  private var line: [UInt8] = []
  /// The rest of an overlong line is being skipped.
  private var isSkipping = false
  private var dropped = 0
  /// The lines that have ended so far, logged or not.
  package private(set) var lineCount = 0

  /// The burst is one second's bytes.
  package init(bytesPerSecond: Int) {
    rate = TokenBucket.Rate(perSecond: Double(bytesPerSecond))
  }

  /// Returns the lines that the bytes complete.
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

  /// The stream has ended: returns the rest.
  package mutating func end(at now: UInt64) -> [String] {
    var lines: [String] = []
    endLine(at: now, into: &lines)
    if dropped > 0 { lines.append(droppedNote()) }
    return lines
  }

  /// A whole line that was not printed but counts as such.
  package mutating func receive(line: [UInt8], at now: UInt64) -> [String] {
    var lines: [String] = []
    emit(line, at: now, into: &lines)
    return lines
  }

  /// What a line of this length costs of the rate.
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
    // Replaced characters become longer; a line that is dropped anyway need not be scanned.
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

  /// Replaces what is unprintable.
  package static func printable(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
      .replacingUnprintable { $0 == "\t" ? " " : "\u{FFFD}" }
  }
}
