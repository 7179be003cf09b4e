/// What a group says of the buttons that name it, where they do not say it themselves.
public struct GroupDefinition: Hashable, Sendable {
  /// The name by which buttons refer to the group; the same rules hold as for their `group`.
  public var id: String
  public var tint: Color?
  public var tintAdjustmentMode: TintAdjustmentMode
  /// Whether the buttons are enabled; false disables all of them, whatever they say.
  public var isEnabled: Flag
  /// The expression that `isEnabled` follows instead; nil if there is none.
  public var isEnabledBinding: ExpressionText?

  /// Creates a group that says nothing.
  public init(id: String) {
    self.id = id
    tintAdjustmentMode = .automatic
    isEnabled = .constant(true)
  }
}

/// How the tint of a button is adjusted.
public enum TintAdjustmentMode: String, Hashable, Sendable, CaseIterable {
  /// As the group says; not at all if that says nothing.
  case automatic
  case normal
  /// The tint is gray, as that of views behind an alert is in UIKit.
  case dimmed
}
