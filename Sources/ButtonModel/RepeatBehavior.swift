/// How a press that is held performs the action again, as `buttonRepeatBehavior` of SwiftUI has it.
public struct RepeatBehavior: Hashable, Sendable {
  /// The range of the time before the first repeat, in milliseconds.
  public static let delays = 100...10_000
  /// The range of the time between repeats, in milliseconds.
  public static let intervals = 50...10_000
  /// How long a press repeats after the last that its client said of it, in milliseconds: a client that
  /// hangs must not act for ever.
  public static let longestMs = 60_000

  /// The time from the beginning of the press to the first repeat, in milliseconds.
  public var afterMs: Int
  /// The time from one repeat to the next, in milliseconds.
  public var everyMs: Int

  /// Creates a behaviour; the times must be within ``delays`` and ``intervals``.
  public init(afterMs: Int = 500, everyMs: Int = 100) {
    self.afterMs = afterMs
    self.everyMs = everyMs
  }
}
