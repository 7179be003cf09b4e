package import ButtonModel

/// Reads ANSWER payloads, of which it trusts no byte. Accepts or refuses a payload as a whole.
package struct AnswerDecoder {
  package private(set) var commitSequence: UInt64 = 0
  /// In the batch's order.
  package private(set) var items: [AnswerItem] = []
  /// The keys read; an item has a range of them.
  package private(set) var keys: [AnswerKey] = []
  /// What was set; an item has a range of it.
  package private(set) var passes: [AnswerPass] = []
  /// Full read names (`state.foo.bar`) of keys the daemon has not announced.
  package private(set) var newNames: [UTF8String] = []

  package init() {}

  /// Replaces what the last payload gave.
  package mutating func decode(_ payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    items.empty()
    keys.empty()
    passes.empty()
    newNames.empty()
    var reader = FrameReader(payload)
    commitSequence = try reader.read(UInt64.self, "commit sequence")
    let count = try reader.read(UInt16.self, "item count")
    guard count <= ChannelLimits.items else {
      throw MalformedFrame("too many items", at: reader.offset - 2)
    }
    var namesNeeded = 0
    for _ in 0..<count { try readItem(&reader, &namesNeeded) }
    try readNames(&reader)
    guard namesNeeded <= newNames.count else {
      throw MalformedFrame("key without a name", at: reader.offset)
    }
    try reader.finish()
  }

  private mutating func readItem(
    _ reader: inout FrameReader, _ namesNeeded: inout Int
  ) throws(MalformedFrame) {
    let handle = try reader.read(UInt64.self, "handle")
    let status = try reader.read(Int32.self, "status")
    let message = try reader.readText(
      length: UInt16.self, atMost: ChannelLimits.bytesPerMessage, "message")
    guard status <= 0, status < 0 || message.isEmpty else {
      throw MalformedFrame("status and message disagree", at: reader.offset)
    }
    let readsTraits = try reader.readBool("answer flags")
    let firstKey = keys.count
    let keyCount = Int(try reader.read(UInt16.self, "key count"))
    guard keyCount <= ChannelLimits.keys else {
      throw MalformedFrame("too many keys", at: reader.offset - 2)
    }
    for _ in 0..<keyCount {
      let key = AnswerKey(rawValue: try reader.read(UInt32.self, "key"))
      if let index = key.newIndex { namesNeeded = max(namesNeeded, index + 1) }
      keys.append(key)
    }
    let firstPass = passes.count
    let passCount = Int(try reader.read(UInt8.self, "pass count"))
    let allowed = status < 0 ? 0...0 : 1...(readsTraits ? ChannelLimits.traitSets : 1)
    guard allowed.contains(passCount) else {
      throw MalformedFrame("number of passes", at: reader.offset - 1)
    }
    for _ in 0..<passCount { passes.append(try reader.readPass()) }
    items.append(
      AnswerItem(
        handle: handle, status: status,
        message: message.isEmpty ? UTF8String(bytes: []) : UTF8String(copying: message),
        readsTraits: readsTraits, keys: firstKey..<keys.count, passes: firstPass..<passes.count,
        microseconds: try reader.read(UInt32.self, "time spent")))
  }

  private mutating func readNames(_ reader: inout FrameReader) throws(MalformedFrame) {
    let count = Int(try reader.read(UInt16.self, "name count"))
    guard count <= ChannelLimits.keys else {
      throw MalformedFrame("too many names", at: reader.offset - 2)
    }
    for _ in 0..<count {
      let start = reader.offset
      let name = try reader.readText(length: UInt16.self, "key name")
      guard ReadName.isTracked(name) || ReadName.isHover(name) else {
        throw MalformedFrame("key name of no known kind", at: start)
      }
      newNames.append(UTF8String(copying: name))
    }
  }
}
