import ButtonEngine
import ButtonProtocol
import JSONRPC

/// Events for a connection whose socket buffer is full. Beyond the limits, the oldest are dropped.
struct ActionQueue {
  private var lines: [SharedLine] = []
  private var first = 0
  private var missed = 0
  private var bytes = 0

  var count: Int { lines.count - first }

  /// Nothing is queued and every drop was reported.
  var isClean: Bool { count == 0 && missed == 0 }

  /// Drops the oldest beyond the limits; `held` counts the lines of all queues.
  mutating func append(
    _ line: SharedLine, limit: Int, maximumBytes: Int, held: inout SharedLines
  ) {
    lines.append(line)
    held.hold(line)
    bytes += line.bytes.count
    while count > limit || bytes > maximumBytes {
      bytes -= lines[first].bytes.count
      held.release(lines[first])
      first += 1
      missed += 1
    }
    guard first * 2 > lines.count else { return }
    lines.removeFirst(first)
    first = 0
  }

  mutating func removeAll(_ held: inout SharedLines) {
    for line in lines[first...] { held.release(line) }
    self = ActionQueue()
  }

  /// Returns the oldest event. The first after a drop reports the number of dropped ones.
  mutating func next(_ held: inout SharedLines) -> SharedLine? {
    guard first < lines.count else {
      lines.removeAll()
      first = 0
      return nil
    }
    let line = lines[first]
    first += 1
    bytes -= line.bytes.count
    held.release(line)
    if missed == 0 { return line }
    defer { missed = 0 }
    var writer = JSONWriter(minimumCapacity: line.bytes.count + 32)
    // Drops the newline and the braces of params and message.
    writer.raw(UnsafeRawBufferPointer(rebasing: line.bytes.dropLast(3)))
    writer.key(.missed)
    writer.int(missed)
    writer.endObject()
    writer.endObject()
    return SharedLine(copying: writer.bytes)
  }
}
