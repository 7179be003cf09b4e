import JSONRPC

/// The answer to a batch of which some members are answered later: one array, sent when it is whole.
final class BatchAnswer {
  private var parts: [[UInt8]?]
  private var missing: Int
  /// Bytes that the line has left for the next part; a short error always has room.
  private(set) var room: Int

  /// An answer with some parts in place; nil stands for one that comes later.
  init(parts: [[UInt8]?], room: Int) {
    self.parts = parts
    self.room = room
    missing = parts.count { $0 == nil }
  }

  /// Puts a part in its place; true when it was the last one missing.
  func complete(_ place: Int, with part: [UInt8]) -> Bool {
    precondition(parts[place] == nil, "a member of a batch was answered twice")
    parts[place] = part
    room -= max(0, part.count - Service.shortAnswer)
    missing -= 1
    return missing == 0
  }

  /// Appends the whole line.
  func write(into output: inout JSONWriter) {
    output.beginArray()
    for case let part? in parts { part.withUnsafeBytes { output.value(raw: $0) } }
    output.endArray()
    output.endLine()
  }
}
