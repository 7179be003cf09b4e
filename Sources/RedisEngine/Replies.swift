import ButtonModel
package import FleetLink
package import RESP

/// Nil for a number too large for a daemon's JSON; the functions do not reach any.
func daemonNumber(_ text: some StringProtocol) -> UInt64? {
  UInt64(text).flatMap { $0 <= UInt64(Int64.max) ? $0 : nil }
}

extension JoinReply {
  /// What `btn_join` replies when asked for `lives`; nil for anything else.
  package init?(_ reply: RESPValue, lives: [Life]) {
    guard let words = reply.elements, (6...7).contains(words.count - lives.count),
      let verdict = words[0].string.flatMap({ JoinVerdict(rawValue: $0) }),
      let id = words[1].bytes.flatMap({ Chain($0) }),
      let chain = words[3].bytes.flatMap({ Chain($0) })
    else { return nil }
    let texts = words[2...2] + words[4..<(6 + lives.count)]
    let numbers = texts.compactMap { $0.string.flatMap { daemonNumber($0) } }
    guard numbers.count == texts.count else { return nil }
    // Older functions leave it out.
    let restored = words.count > 6 + lives.count ? words.last?.string : nil
    self.init(
      verdict: verdict, id: id, head: FleetCursor(numbers[0], chain), oldest: numbers[1],
      keyCount: Int(clamping: numbers[2]),
      numbers: Dictionary(zip(lives, numbers[3...])) { $1 },
      restored: restored.flatMap { daemonNumber($0) })
  }
}

extension LogEntry {
  /// As XREAD and XRANGE give it; nil for anything else.
  package init?(_ reply: RESPValue) {
    guard let words = reply.elements, words.count == 2, let id = words[0].string,
      let fields = words[1].elements, fields.count == 6,
      fields[0].string == "r", fields[2].string == "h", fields[4].string == "c",
      id.hasSuffix("-0"), let revision = daemonNumber(id.dropLast(2)),
      let request = fields[1].bytes.flatMap({ RequestNumber(UTF8String(bytes: $0)) }),
      let chain = fields[3].bytes.flatMap({ Chain($0) }), let changes = fields[5].bytes
    else { return nil }
    self.init(
      revision: revision, request: request, chain: chain, changes: UTF8String(bytes: changes))
  }
}

extension SnapshotField {
  /// As HSCAN and HGETALL give it; nil for anything else.
  package init?(_ name: RESPValue, _ content: RESPValue) {
    guard let key = name.bytes, let bytes = content.bytes,
      let space = bytes.firstIndex(of: UInt8(ascii: " ")),
      let revision = daemonNumber(String(decoding: bytes[..<space], as: UTF8.self))
    else { return nil }
    let value = Array(bytes[(space + 1)...])
    self.init(
      key: UTF8String(bytes: key), revision: revision,
      value: value.isEmpty ? nil : UTF8String(bytes: value))
  }
}
