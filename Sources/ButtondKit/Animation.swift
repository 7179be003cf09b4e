/// How a change runs over time; the client that draws the button interpolates.
///
/// Seconds are 0 to 600 and dampings 0 to 100; a number out of range gives the button up. Two are
/// equal when they were written alike.
public struct Animation: Hashable, Sendable {
  /// The animation as the host writes it.
  let text: String

  /// A spring that takes about half a second and does not overshoot.
  public static let `default` = Animation(text: "default")
  /// Constant speed, in 0.35 s.
  public static let linear = Animation(text: "linear")
  /// Slow at the start, in 0.35 s.
  public static let easeIn = Animation(text: "easeIn")
  /// Slow at the end, in 0.35 s.
  public static let easeOut = Animation(text: "easeOut")
  /// Slow at both ends, in 0.35 s.
  public static let easeInOut = Animation(text: "easeInOut")
  /// A spring that overshoots a little.
  public static let spring = Animation(text: "spring")
  /// A stiff spring that follows a finger.
  public static let interactiveSpring = Animation(text: "interactiveSpring")
  /// A spring without bounce, in half a second.
  public static let smooth = Animation(text: "smooth")
  /// A spring with a small bounce, in half a second.
  public static let snappy = Animation(text: "snappy")
  /// A spring with a bounce that is seen, in half a second.
  public static let bouncy = Animation(text: "bouncy")

  /// The same pace all the way; `duration` is in seconds, as everywhere here.
  public static func linear(duration: Double) -> Animation { timed("linear", duration) }

  /// A curve that starts slowly.
  public static func easeIn(duration: Double) -> Animation { timed("easeIn", duration) }

  /// A curve that ends slowly.
  public static func easeOut(duration: Double) -> Animation { timed("easeOut", duration) }

  /// A curve that starts and ends slowly.
  public static func easeInOut(duration: Double) -> Animation { timed("easeInOut", duration) }

  /// A spring without bounce.
  public static func smooth(duration: Double) -> Animation { timed("smooth", duration) }

  /// A spring with a small bounce.
  public static func snappy(duration: Double) -> Animation { timed("snappy", duration) }

  /// A spring with a visible bounce.
  public static func bouncy(duration: Double) -> Animation { timed("bouncy", duration) }

  /// A spring by the seconds of one undamped swing, by its damping, from 0, which swings for ever, to
  /// 1, which does not overshoot, and above, and by the seconds of blending with a spring before it.
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Animation {
    Animation(text: "spring(\(response), \(dampingFraction), \(blendDuration))")
  }

  /// A spring by how long it seems to take and how much it bounces: 0 not at all, 1 for ever, below 0,
  /// but more than −1, it creeps.
  public static func spring(duration: Double, bounce: Double = 0) -> Animation {
    Animation(text: "spring(duration: \(duration), bounce: \(bounce))")
  }

  /// A spring as `spring(response:dampingFraction:blendDuration:)`, stiff unless told otherwise.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation {
    Animation(text: "interactiveSpring(\(response), \(dampingFraction), \(blendDuration))")
  }

  private static func timed(_ name: String, _ duration: Double) -> Animation {
    Animation(text: "\(name)(\(duration))")
  }
}
