import ButtonStore
import JSONRPC

/// What members of a subscription to buttons have been sent of a list of changes.
struct SentPart {
  /// The change up to which everything was sent; nil when that is all there is.
  let rest: LookCut?
  /// It begins with "drop all you hold".
  let isSnapshot: Bool
  /// The line; nil when there was nothing to say, or when it is on its way already.
  let line: SharedLine?

  /// The first `next` of some changes, in their order; `cut` is the change up to which these are all.
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

/// What one line that brings a client up to date depends on; equal ones are the same line.
struct CatchUp: Hashable {
  let subscription: Int
  /// What the client has been sent.
  let cursor: UInt64
  /// The button with whose look that ended.
  let slot: ButtonSlot?
  /// Since when it must be told of what is gone.
  let goneAfter: UInt64
  /// The last line said that there is more.
  let isPartial: Bool
}
