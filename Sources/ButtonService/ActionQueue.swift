import ButtonEngine
import JSONRPC

/// Actions for one connection that takes no bytes at the moment; the oldest go when there are too many.
struct ActionQueue {
  private var lines: [SharedLine] = []
  private var first = 0
  private var missed = 0

  /// The number of actions that wait.
  var count: Int { lines.count - first }

  /// Adds an action and drops the oldest beyond the limit.
  mutating func append(_ line: SharedLine, limit: Int) {
    lines.append(line)
    guard count > limit else { return }
    first += 1
    missed += 1
    guard first * 2 > lines.count else { return }
    lines.removeFirst(first)
    first = 0
  }

  /// Takes the oldest action out; the first one after those dropped says how many they were.
  mutating func next() -> SharedLine? {
    guard first < lines.count else {
      lines.removeAll()
      first = 0
      return nil
    }
    let line = lines[first]
    first += 1
    if missed == 0 { return line }
    defer { missed = 0 }
    var writer = JSONWriter(minimumCapacity: line.bytes.count + 32)
    // Without the newline and the braces of params and message.
    writer.raw(UnsafeRawBufferPointer(rebasing: line.bytes.dropLast(3)))
    writer.key("missed")
    writer.int(missed)
    writer.endObject()
    writer.endObject()
    return SharedLine(copying: writer.bytes)
  }
}
