import JSONRPC

/// What members of a subscription to buttons have been sent of a list of changes.
struct SentPart {
  /// The serial up to which everything was sent; nil when that is all there is.
  let rest: UInt64?
  /// It begins with "drop all you hold".
  let isSnapshot: Bool
  /// The line; nil when there was nothing to say, or when it is on its way already.
  let line: SharedLine?

  /// The first `next` of some changes, in their order; `cut` is the serial up to which these are all.
  init(
    _ changes: [LookChange], cut: UInt64?, upTo next: Int, isSnapshot: Bool, line: SharedLine?
  ) {
    rest = next < changes.count ? (next > 0 ? changes[next - 1].serial : 0) : cut
    self.isSnapshot = isSnapshot
    self.line = line
  }
}

/// What one line that brings a client up to date depends on; equal ones are the same line.
struct CatchUp: Hashable {
  let place: Int
  /// What the client has been sent.
  let cursor: UInt64
  /// Since when it must be told of what is gone.
  let goneAfter: UInt64
  /// The last line said that there is more.
  let isPartial: Bool
}
