package import ButtonModel

/// The engine's answer to a numbered request.
package enum EngineAnswer: Hashable, Sendable {
  case first(RequestOutcome)
  /// It had arrived before; nil if the engine no longer has the outcome.
  case duplicate(RequestOutcome?)
  /// Nothing was done: `last` is the life's last number that arrived, and not the one before.
  case gap(last: UInt64)

  /// There was no room for an action.
  var isFull: Bool {
    switch self {
    case .first(.full), .duplicate(.full?): true
    case .first, .duplicate, .gap: false
    }
  }

  /// As the engine sends it, for example `dup ok 12`.
  package var text: UTF8String {
    switch self {
    case .first(let outcome): outcome.text
    case .duplicate(let outcome):
      UTF8String(bytes: Array("dup ".utf8) + (outcome?.text.bytes ?? Array("gone".utf8)))
    case .gap(let last): UTF8String("gap \(last)")
    }
  }

  package init?(_ text: UTF8String) {
    let words = text.bytes.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count > 1 ? UTF8String(bytes: Array(words[1])) : nil
    switch (String(decoding: words[0], as: UTF8.self), rest) {
    case ("dup", "gone"): self = .duplicate(nil)
    case ("dup", let rest?):
      guard let outcome = RequestOutcome(rest) else { return nil }
      self = .duplicate(outcome)
    case ("gap", let rest?):
      guard let last = Decimal.value(rest.bytes) else { return nil }
      self = .gap(last: last)
    default:
      guard let outcome = RequestOutcome(text) else { return nil }
      self = .first(outcome)
    }
  }
}
