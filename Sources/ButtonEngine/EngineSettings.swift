package import ButtonModel
package import ButtonProtocol

/// The engine's settings. Times are in nanoseconds.
package struct EngineSettings: Sendable {
  /// In frames per second; 0 allows one in every turn of the event loop.
  package var maximumFrameRate: Double = 0
  /// How long a frame waits for lanes before it is published without them.
  package var frameDeadline: UInt64 = 8_000_000
  /// How long a snapshot waits for a plugin that is starting.
  package var startingDeadline: UInt64 = 2_000_000_000
  /// How long `wait: "published"` waits.
  package var publishedDeadline: UInt64 = 5_000_000_000
  /// How long a look may be stale before the fallback replaces it.
  package var staleDeadline: UInt64 = 30_000_000_000
  /// `hello` reports them.
  package var limits = Limits()
  /// The maximum size in bytes of one answer or line with looks. The rest follows in further parts.
  package var maximumPartBytes = 1 << 20
  /// The bytes of lines and answers after which a turn produces no more.
  package var maximumBytesAtOnce = 32 << 20
  /// What one search for a page or for one client's changes may cost, in units of work.
  package var searchAllowance = 600_000
  /// What beginning a frame's rounds and drawing buttons without plugins may cost in one turn, in
  /// units of work. The rest follows in the next turns.
  package var drawingAllowance = 2_000_000
  /// Keys without a value and a reader that are kept before their ids are recycled; read once.
  package var unusedKeys = 4_096
  /// How many removed buttons are remembered for clients that resume.
  package var maximumTombstones = 65_536
  /// How long a press waits for the decision of the button's style.
  package var gestureDeadline: UInt64 = 250_000_000
  /// Whether the keys of the clock tell the time; otherwise clients write them, as in a replay.
  package var tellsTime = true
  /// The traits for clients that specify none.
  package var traits = Traits()

  package init() {}
}

extension Limits {
  func exceeded(_ path: KeyPath<Limits, Int>, at index: Int? = nil) -> EngineError {
    .limitExceeded(limit: Limits.name(of: path), value: self[keyPath: path], index: index)
  }
}
