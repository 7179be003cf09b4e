import ButtonProtocol

/// What changed in one tick among the buttons of a subscription; the first frame has all of them.
public struct ButtonFrame: Hashable, Sendable {
  /// Where a later subscription may resume.
  public struct Position: Hashable, Sendable {
    /// One start of the daemon.
    public let epoch: String
    /// The frame's number since that start.
    public let tick: UInt64

    /// A position that was kept.
    public init(epoch: String, tick: UInt64) {
      self.epoch = epoch
      self.tick = tick
    }
  }

  /// Where a later subscription resumes after this frame.
  public let position: Position

  /// The revision of the state that the looks belong to.
  public let revision: UInt64

  /// Whether this holds every button that matches: drop what you hold.
  public let isSnapshot: Bool

  /// The buttons with new looks, each once.
  public let buttons: [ButtonLook]

  /// Buttons that are gone or no longer match.
  public let removed: [String]

  /// Set on the first frame after a lost connection.
  public let resumed: Resumption?

  /// The frame as the daemon wrote it; its parts put together if there were several.
  public let json: JSONDocument

  init(_ joined: JoinedFrame, epoch: String, resumed: Resumption?) {
    self.resumed = resumed
    position = Position(epoch: epoch, tick: joined.last.tick)
    revision = joined.last.revision
    isSnapshot = joined.isSnapshot
    buttons = joined.records.map { ButtonLook($0) }
    removed = joined.removed
    json = joined.json
  }
}
