/// How a held press repeats the action, like SwiftUI's `buttonRepeatBehavior`.
public struct RepeatBehavior: Hashable, Sendable {
  /// The range of ``afterMs``.
  public static let delays = 100...10_000
  /// The range of ``everyMs``.
  public static let intervals = 50...10_000
  /// A press stops repeating this long after its client's last message about it, in milliseconds: a
  /// client that hangs must not act for ever.
  public static let longestMs = 60_000

  /// The time from the beginning of the press to the first repeat, in milliseconds.
  public var afterMs: Int
  /// The time from one repeat to the next, in milliseconds.
  public var everyMs: Int

  /// The times must be within ``delays`` and ``intervals``.
  public init(afterMs: Int = 500, everyMs: Int = 100) {
    self.afterMs = afterMs
    self.everyMs = everyMs
  }
}
