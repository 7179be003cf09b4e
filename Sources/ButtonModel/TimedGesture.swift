/// The presses that differ from a tap by their timing. Each may have its own action.
public enum TimedGesture: String, Hashable, Sendable, CaseIterable {
  case longPress
  case doublePress

  /// The allowed times, in milliseconds.
  public var times: ClosedRange<Int> {
    switch self {
    case .longPress: 100...10_000
    case .doublePress: 100...2_000
    }
  }

  /// The default time, in milliseconds.
  public var usualMs: Int {
    switch self {
    case .longPress: 500
    case .doublePress: 300
    }
  }
}

public struct TimedAction: Hashable, Sendable {
  /// How long the press is held, or how soon after a tap the second press begins; within the
  /// gesture's ``TimedGesture/times``.
  public var milliseconds: Int
  public var action: Action

  public init(milliseconds: Int, action: Action) {
    self.milliseconds = milliseconds
    self.action = action
  }
}
