import ButtonStore
import JSONRPC

/// The part of a list of changes that members of a subscription were sent.
struct SentPart {
  /// The last change that was sent, if changes are left; nil if everything was sent.
  let rest: LookCut?
  /// The part begins a snapshot: the client drops the looks it holds.
  let isSnapshot: Bool
  /// The line; nil if there was nothing to send or it was sent already.
  let line: SharedLine?

  /// The part with the first `next` changes; `cut` is where the list of changes ends early.
  init(
    _ changes: [LookChange], cut: LookCut?, upTo next: Int, isSnapshot: Bool, line: SharedLine?
  ) {
    if next < changes.count {
      rest = next > 0 ? LookCut(changes[next - 1]) : LookCut(serial: 0, slot: nil)
    } else {
      rest = cut
    }
    self.isSnapshot = isSnapshot
    self.line = line
  }
}

/// Everything that a line for a client that catches up depends on: the key for sharing lines.
struct CatchUp: Hashable {
  let subscription: Int
  /// The serial up to which the client was sent everything.
  let cursor: UInt64
  /// The button whose look was sent last.
  let slot: ButtonSlot?
  /// The serial after which removals must be sent.
  let goneAfter: UInt64
  /// The last line sent announced more.
  let isPartial: Bool
}
