package import ButtonModel

/// How a request ended; each outcome uses its number up.
package enum RequestOutcome: Hashable, Sendable {
  /// Applied, as the entry of this revision.
  case ok(revision: UInt64)
  /// Applied without effect: the values were the same. The revision is the engine's.
  case same(revision: UInt64)
  /// A key changed after the condition.
  case conflict(key: UTF8String, revision: UInt64)
  /// The condition is older than the log: whether it holds is unknown.
  case unknown
  /// The condition is not of this history.
  case fork
  /// The operation with this index is impossible; nothing was applied.
  case bad(index: Int)
  /// The delivery to be ended is no longer this consumer's; nothing was applied.
  case lost
  /// Too many actions wait for a consumer group; nothing was applied.
  case full

  /// As the engine keeps it, for example `ok 12`.
  package var text: UTF8String {
    switch self {
    case .ok(let revision): UTF8String("ok \(revision)")
    case .same(let revision): UTF8String("same \(revision)")
    case .conflict(let key, let revision):
      UTF8String(bytes: Array("conflict ".utf8) + key.bytes + Array(" \(revision)".utf8))
    case .unknown: "unknown"
    case .fork: "fork"
    case .bad(let index): UTF8String("bad \(index)")
    case .lost: "lost"
    case .full: "full"
    }
  }

  package init?(_ text: UTF8String) {
    let words = text.bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let number = words.count > 1 ? words.last.flatMap { Decimal.value($0) } : nil
    switch (String(decoding: words[0], as: UTF8.self), words.count, number) {
    case ("ok", 2, let revision?): self = .ok(revision: revision)
    case ("same", 2, let revision?): self = .same(revision: revision)
    case ("conflict", 3, let revision?):
      self = .conflict(key: UTF8String(bytes: Array(words[1])), revision: revision)
    case ("unknown", 1, nil): self = .unknown
    case ("fork", 1, nil): self = .fork
    case ("bad", 2, let index?): self = .bad(index: Int(index))
    case ("lost", 1, nil): self = .lost
    case ("full", 1, nil): self = .full
    default: return nil
    }
  }
}
