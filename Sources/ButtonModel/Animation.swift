/// How a change runs over time: SwiftUI's `Animation` as data.
///
/// The renderer interpolates; `value(at:)` says how far the change has come.
public enum Animation: Hashable, Sendable {
  /// A Bézier curve over some seconds.
  case curve(Curve, duration: Double)
  /// A spring: seconds of one undamped swing, the damping as a fraction of the critical one, and the
  /// seconds over which it blends with the spring that it replaces, which is the renderer's matter.
  case spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0)

  /// The curves that have a name.
  public enum Curve: UInt8, PropertyChoice {
    case linear, easeIn, easeOut, easeInOut

    public static let names = spelledNames()
  }

  /// The seconds that a curve, a response or a blending may take.
  public static let seconds = 0.0...600.0
  /// The damping that a spring may have; 0 swings for ever, 1 does not overshoot.
  public static let dampingFractions = 0.0...100.0

  /// The seconds of a curve that does not say.
  public static let usualDuration = 0.35

  /// What animates where nothing else is said.
  public static let `default` = spring(response: 0.55, dampingFraction: 1, blendDuration: 0)

  /// The same pace all the way.
  public static func linear(duration: Double = usualDuration) -> Animation {
    .curve(.linear, duration: duration)
  }

  /// Slow at the start.
  public static func easeIn(duration: Double = usualDuration) -> Animation {
    .curve(.easeIn, duration: duration)
  }

  /// Slow at the end.
  public static func easeOut(duration: Double = usualDuration) -> Animation {
    .curve(.easeOut, duration: duration)
  }

  /// Slow at both ends.
  public static func easeInOut(duration: Double = usualDuration) -> Animation {
    .curve(.easeInOut, duration: duration)
  }

  /// A spring by its perceived duration and how much it bounces: 0 not at all, 1 for ever, below 0
  /// it creeps; more than −1.
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

  /// A spring without bounce.
  public static func smooth(duration: Double = 0.5) -> Animation { spring(duration: duration) }

  /// A spring with a small bounce.
  public static func snappy(duration: Double = 0.5) -> Animation {
    spring(duration: duration, bounce: 0.15)
  }

  /// A spring with a bounce that is seen.
  public static func bouncy(duration: Double = 0.5) -> Animation {
    spring(duration: duration, bounce: 0.3)
  }

  /// True when every number is finite and in its range.
  public var isInRange: Bool {
    switch self {
    case .curve(_, let duration): Animation.seconds.contains(duration)
    case .spring(let response, let dampingFraction, let blendDuration):
      Animation.seconds.contains(response) && Animation.seconds.contains(blendDuration)
        && Animation.dampingFractions.contains(dampingFraction)
    }
  }
}
