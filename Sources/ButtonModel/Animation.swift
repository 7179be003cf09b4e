/// How a change runs over time: SwiftUI's `Animation` as data.
///
/// The renderer interpolates; `value(at:)` returns the progress of the change.
public enum Animation: Hashable, Sendable {
  case curve(Curve, duration: Double)
  /// A spring. `response` is the period of an undamped oscillation in seconds, `dampingFraction`
  /// the damping relative to critical damping, and `blendDuration` the seconds over which the
  /// renderer blends from the spring it replaces.
  case spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0)

  public enum Curve: UInt8, PropertyChoice {
    case linear, easeIn, easeOut, easeInOut

    public static let names = spelledNames()
  }

  /// Durations, responses and blend durations, in seconds.
  public static let seconds = 0.0...600.0
  /// 0 oscillates forever, 1 does not overshoot.
  public static let dampingFractions = 0.0...100.0

  /// In seconds.
  public static let usualDuration = 0.35

  public static let `default` = spring(response: 0.55, dampingFraction: 1, blendDuration: 0)

  public static func linear(duration: Double = usualDuration) -> Animation {
    .curve(.linear, duration: duration)
  }

  public static func easeIn(duration: Double = usualDuration) -> Animation {
    .curve(.easeIn, duration: duration)
  }

  public static func easeOut(duration: Double = usualDuration) -> Animation {
    .curve(.easeOut, duration: duration)
  }

  public static func easeInOut(duration: Double = usualDuration) -> Animation {
    .curve(.easeInOut, duration: duration)
  }

  /// A spring with a perceived duration in seconds and a bounce: 0 for none, up to 1 for an endless
  /// oscillation, and down to −1, exclusive, for overdamping.
  public static func spring(duration: Double, bounce: Double = 0) -> Animation {
    .spring(
      response: duration, dampingFraction: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce,
      blendDuration: 0)
  }

  /// A stiff spring that follows a finger.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation {
    .spring(
      response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
  }

  public static func smooth(duration: Double = 0.5) -> Animation { spring(duration: duration) }

  public static func snappy(duration: Double = 0.5) -> Animation {
    spring(duration: duration, bounce: 0.15)
  }

  public static func bouncy(duration: Double = 0.5) -> Animation {
    spring(duration: duration, bounce: 0.3)
  }

  public var isInRange: Bool {
    switch self {
    case .curve(_, let duration): Animation.seconds.contains(duration)
    case .spring(let response, let dampingFraction, let blendDuration):
      Animation.seconds.contains(response) && Animation.seconds.contains(blendDuration)
        && Animation.dampingFractions.contains(dampingFraction)
    }
  }
}
