import JSONRPC

/// The answer to a batch of which some members are answered later: one array, sent when it is whole.
final class BatchAnswer {
  /// Whether it is the answer to a single request, which is sent without an array.
  private let isSingle: Bool
  private var parts: [[UInt8]?]
  private var missing: Int
  /// Whether more members are to be handled.
  private(set) var isOpen: Bool
  /// Bytes that the parts which are there take in memory.
  private(set) var bytes: Int
  /// Bytes that the line has left for the next part; a short error always has room.
  private(set) var room: Int

  /// An answer with some parts in place; nil stands for one that comes later.
  init(parts: [[UInt8]?], room: Int, isOpen: Bool) {
    isSingle = false
    self.parts = parts
    self.isOpen = isOpen
    self.room = room
    missing = parts.count { $0 == nil }
    bytes = parts.reduce(0) { $0 + ($1?.count ?? 0) + BatchAnswer.headBytes }
  }

  /// An answer to a single request that is still to be handled.
  init() {
    isSingle = true
    parts = []
    isOpen = true
    room = .max
    missing = 0
    bytes = 0
  }

  /// What a part takes besides its text.
  private static let headBytes = 48

  /// The place of the next part.
  var count: Int { parts.count }

  /// Adds a part, nil for one that comes later.
  func append(_ part: [UInt8]?) {
    parts.append(part)
    bytes += BatchAnswer.headBytes + (part?.count ?? 0)
    guard let part else {
      missing += 1
      return
    }
    room -= max(0, part.count - Service.shortAnswer)
  }

  /// No more members are to be handled; true when no part is missing.
  func close() -> Bool {
    isOpen = false
    return missing == 0
  }

  /// Puts a part in its place; true when it was the last one missing.
  func complete(_ place: Int, with part: [UInt8]) -> Bool {
    precondition(parts[place] == nil, "a member of a batch was answered twice")
    parts[place] = part
    bytes += part.count
    room -= max(0, part.count - Service.shortAnswer)
    missing -= 1
    return missing == 0 && !isOpen
  }

  /// Appends the whole line.
  func write(into output: inout JSONWriter) {
    if parts.isEmpty { return }
    if !isSingle { output.beginArray() }
    for case let part? in parts { part.withUnsafeBytes { output.value(raw: $0) } }
    if !isSingle { output.endArray() }
    output.endLine()
  }
}
