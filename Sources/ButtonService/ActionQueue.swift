import ButtonEngine
import ButtonProtocol
import JSONRPC

/// Events queued for a connection whose socket buffer is full. The oldest are dropped when there
/// are too many.
struct ActionQueue {
  private var lines: [SharedLine] = []
  private var first = 0
  private var missed = 0
  private var bytes = 0

  /// The number of queued events.
  var count: Int { lines.count - first }

  /// Whether the queue is empty and every dropped event was reported.
  var isClean: Bool { count == 0 && missed == 0 }

  /// Adds an event and drops the oldest beyond the limits; `held` counts the lines of all queues.
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

  /// Drops all events.
  mutating func removeAll(_ held: inout SharedLines) {
    for line in lines[first...] { held.release(line) }
    self = ActionQueue()
  }

  /// Removes and returns the oldest event. The first one after dropped events reports their number.
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
    // Without the newline and the braces of params and message.
    writer.raw(UnsafeRawBufferPointer(rebasing: line.bytes.dropLast(3)))
    writer.key(.missed)
    writer.int(missed)
    writer.endObject()
    writer.endObject()
    return SharedLine(copying: writer.bytes)
  }
}
