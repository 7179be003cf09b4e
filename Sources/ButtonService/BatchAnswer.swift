import JSONRPC

/// The answer to a batch with members that are answered later: one array, sent when it is complete.
final class BatchAnswer {
  /// Whether this is the answer to a single request, which is not sent as an array.
  private let isSingle: Bool
  private var parts: [[UInt8]?]
  private var missing: Int
  /// Whether more members will be handled.
  private(set) var isOpen: Bool
  /// The memory of the present parts, in bytes.
  private(set) var bytes: Int
  /// The bytes left in the line for the next part. A short error always fits.
  private(set) var room: Int

  /// Creates an answer with some of its parts; nil stands for a part that comes later.
  init(parts: [[UInt8]?], room: Int, isOpen: Bool) {
    isSingle = false
    self.parts = parts
    self.isOpen = isOpen
    self.room = room
    missing = parts.count { $0 == nil }
    bytes = parts.reduce(0) { $0 + ($1?.count ?? 0) + BatchAnswer.headBytes }
  }

  /// Creates an answer for a single request that is not handled yet.
  init() {
    isSingle = true
    parts = []
    isOpen = true
    room = .max
    missing = 0
    bytes = 0
  }

  /// The memory of a part besides its text, in bytes.
  private static let headBytes = 48

  /// The index of the next part.
  var count: Int { parts.count }

  /// Appends a part; nil for one that comes later.
  func append(_ part: [UInt8]?) {
    parts.append(part)
    bytes += BatchAnswer.headBytes + (part?.count ?? 0)
    guard let part else {
      missing += 1
      return
    }
    room -= max(0, part.count - Service.shortAnswer)
  }

  /// Notes that no more members will be handled; true if no part is missing.
  func close() -> Bool {
    isOpen = false
    return missing == 0
  }

  /// Sets a part; true if it was the last one missing.
  func complete(_ place: Int, with part: [UInt8]) -> Bool {
    precondition(parts[place] == nil, "a member of a batch was answered twice")
    parts[place] = part
    bytes += part.count
    room -= max(0, part.count - Service.shortAnswer)
    missing -= 1
    return missing == 0 && !isOpen
  }

  /// Appends the complete line.
  func write(into output: inout JSONWriter) {
    if parts.isEmpty { return }
    if !isSingle { output.beginArray() }
    for case let part? in parts { part.withUnsafeBytes { output.value(raw: $0) } }
    if !isSingle { output.endArray() }
    output.endLine()
  }
}
