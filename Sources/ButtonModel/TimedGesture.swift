/// The presses that time tells from a tap. Each may have its own action.
public enum TimedGesture: String, Hashable, Sendable, CaseIterable {
  /// A press that is held.
  case longPress
  /// A press that follows another.
  case doublePress

  /// The range of its time, in milliseconds.
  public var times: ClosedRange<Int> {
    switch self {
    case .longPress: 100...10_000
    case .doublePress: 100...2_000
    }
  }

  /// Its time unless one is given, in milliseconds.
  public var usualMs: Int {
    switch self {
    case .longPress: 500
    case .doublePress: 300
    }
  }
}

/// What a timed gesture does, and its time.
public struct TimedAction: Hashable, Sendable {
  /// How long the press is held, or how soon after a tap the second press begins, in milliseconds; within
  /// the gesture's ``TimedGesture/times``.
  public var milliseconds: Int
  public var action: Action

  public init(milliseconds: Int, action: Action) {
    self.milliseconds = milliseconds
    self.action = action
  }
}
