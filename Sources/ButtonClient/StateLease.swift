/// The lease under which a client feeds keys: when the client is gone, buttons that read them say so.
public struct StateLease: Hashable, Sendable {
  /// The name of what feeds the keys: 1 to 64 of `A-Z a-z 0-9 . _ -`.
  public var name: String
  /// How long the client may write nothing under the lease before its keys are lost, 0 to
  /// 86,400,000; 0 gives the lease up. Nil leaves it as it was, at first without a bound.
  public var silentAfterMilliseconds: Int?

  /// A lease of a name.
  public init(_ name: String, silentAfterMilliseconds: Int? = nil) {
    self.name = name
    self.silentAfterMilliseconds = silentAfterMilliseconds
  }
}
