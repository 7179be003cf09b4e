/// How the change to a new look is to be shown: SwiftUI's `Transaction` as data.
public struct Transaction: Hashable, Sendable {
  /// Nil shows the change at once, unless something else animates it.
  public var animation: Animation?
  /// Shows the change at once, whatever else would animate it.
  public var disablesAnimations: Bool
  /// False lets only opacity and scale animate.
  public var animatesContent: Bool

  public init(
    animation: Animation? = nil, disablesAnimations: Bool = false, animatesContent: Bool = true
  ) {
    self.animation = animation
    self.disablesAnimations = disablesAnimations
    self.animatesContent = animatesContent
  }

  /// Nothing needs to be sent.
  public var isNone: Bool { animation == nil && !disablesAnimations }
}
