import ButtonStore
import JSONRPC

/// The part of a list of changes that members of a subscription were sent.
struct SentPart {
  /// The last change sent; nil if everything was sent.
  let rest: LookCut?
  /// It begins a snapshot: the client drops the looks it holds.
  let isSnapshot: Bool
  /// Nil if there was nothing to send or it was sent already.
  let line: SharedLine?

  /// The first `next` changes; `cut` is where the list of changes ends early.
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

/// What a line for a client that catches up depends on: the key for sharing lines. The members are
/// as in ``ButtonSubscription/Member``.
struct CatchUp: Hashable {
  let subscription: Int
  let cursor: UInt64
  let slot: ButtonSlot?
  /// Removals after this serial must be sent.
  let goneAfter: UInt64
  let isPartial: Bool
}
