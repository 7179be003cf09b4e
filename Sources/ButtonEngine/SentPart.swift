import JSONRPC

/// What members of a subscription to buttons have been sent of a list of changes.
struct SentPart {
  /// The serial of the last change that was sent; nil when it was the last one of all.
  let rest: UInt64?
  /// It begins with "drop all you hold".
  let isSnapshot: Bool
  /// The line; nil when there was nothing to say, or when it is on its way already.
  let line: SharedLine?

  /// The first `next` of some changes, in their order.
  init(_ changes: [LookChange], upTo next: Int, isSnapshot: Bool, line: SharedLine?) {
    rest = next < changes.count ? (next > 0 ? changes[next - 1].serial : 0) : nil
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
