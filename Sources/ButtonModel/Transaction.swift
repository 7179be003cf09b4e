/// How the change to a new look is to be shown: SwiftUI's `Transaction` as data.
public struct Transaction: Hashable, Sendable {
  /// Nil for no animation: the change shows at once, unless something else animates it.
  public var animation: Animation?
  /// The change shows at once, whatever else would animate it.
  public var disablesAnimations: Bool
  /// False lets opacity and scale animate, and nothing else.
  public var animatesContent: Bool

  /// A transaction that asks for nothing unless told to.
  public init(
    animation: Animation? = nil, disablesAnimations: Bool = false, animatesContent: Bool = true
  ) {
    self.animation = animation
    self.disablesAnimations = disablesAnimations
    self.animatesContent = animatesContent
  }

  /// True when it asks for nothing, so that there is nothing to send.
  public var isNone: Bool { animation == nil && !disablesAnimations }
}
