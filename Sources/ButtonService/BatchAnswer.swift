import JSONRPC

/// The answer to a batch of which members are answered later: one line, sent when it is complete.
final class BatchAnswer {
  /// A single request's answer is not an array.
  private let isSingle: Bool
  private var parts: [[UInt8]?]
  private var missing: Int
  private(set) var isOpen: Bool
  /// The size of the present parts.
  private(set) var bytes: Int
  /// What the line has left for further parts, in bytes. A short error always fits.
  private(set) var room: Int

  /// Nil stands for a part that comes later.
  init(parts: [[UInt8]?], room: Int, isOpen: Bool) {
    isSingle = false
    self.parts = parts
    self.isOpen = isOpen
    self.room = room
    missing = parts.count { $0 == nil }
    bytes = parts.reduce(0) { $0 + ($1?.count ?? 0) + BatchAnswer.headBytes }
  }

  /// Creates the answer to a single request that is not handled yet.
  init() {
    isSingle = true
    parts = []
    isOpen = true
    room = .max
    missing = 0
    bytes = 0
  }

  /// Memory of a part besides its text.
  private static let headBytes = 48

  var count: Int { parts.count }

  /// Nil stands for a part that comes later.
  func append(_ part: [UInt8]?) {
    parts.append(part)
    bytes += BatchAnswer.headBytes + (part?.count ?? 0)
    guard let part else {
      missing += 1
      return
    }
    room -= max(0, part.count - Service.shortAnswer)
  }

  /// No more members will be handled. Returns whether the answer is complete.
  func close() -> Bool {
    isOpen = false
    return missing == 0
  }

  /// Returns whether the answer is complete.
  func complete(_ place: Int, with part: [UInt8]) -> Bool {
    precondition(parts[place] == nil, "a member of a batch was answered twice")
    parts[place] = part
    bytes += part.count
    room -= max(0, part.count - Service.shortAnswer)
    missing -= 1
    return missing == 0 && !isOpen
  }

  func write(into output: inout JSONWriter) {
    if parts.isEmpty { return }
    if !isSingle { output.beginArray() }
    for case let part? in parts { part.withUnsafeBytes { output.value(raw: $0) } }
    if !isSingle { output.endArray() }
    output.endLine()
  }
}
