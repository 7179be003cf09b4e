/// What a group says of the buttons that name it, where they do not say it themselves.
public struct GroupDefinition: Hashable, Sendable {
  /// The name by which buttons refer to the group; the same rules hold as for their `group`.
  public var id: String
  public var tint: Color?
  public var tintAdjustmentMode: TintAdjustmentMode
  /// The size of its buttons; nil for what their styles have.
  public var controlSize: ButtonConfiguration.ControlSize?
  /// The shape of their backgrounds.
  public var borderShape: ButtonConfiguration.BorderShape?
  /// The radius of those that are rounded rectangles, in points.
  public var borderRadius: Double?
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

extension GroupDefinition {
  /// What it says of sizes and shapes, as the lowest layer of its buttons.
  public var properties: PropertyList {
    var list = PropertyList()
    list.setChoice(controlSize, for: .controlSize)
    list.setChoice(borderShape, for: .borderShape)
    list.setNumber(borderRadius, for: .borderRadius)
    return list
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
