/// What a group provides for its buttons where they do not set it themselves.
public struct GroupDefinition: Hashable, Sendable {
  /// Buttons name it in `group`, with the same rules.
  public var id: String
  public var tint: Color?
  public var tintAdjustmentMode: TintAdjustmentMode
  /// Nil for the style's.
  public var controlSize: ButtonConfiguration.ControlSize?
  public var borderShape: ButtonConfiguration.BorderShape?
  /// The corner radius of rounded rectangles, in points.
  public var borderRadius: Double?
  /// False disables all of its buttons.
  public var isEnabled: Flag
  /// Replaces `isEnabled`; nil if there is none.
  public var isEnabledBinding: ExpressionText?

  public init(id: String) {
    self.id = id
    tintAdjustmentMode = .automatic
    isEnabled = .constant(true)
  }
}

extension GroupDefinition {
  /// Sizes and shapes, as the lowest layer of its buttons.
  public var properties: PropertyList {
    var list = PropertyList()
    list.setChoice(controlSize, for: .controlSize)
    list.setChoice(borderShape, for: .borderShape)
    list.setNumber(borderRadius, for: .borderRadius)
    return list
  }
}

public enum TintAdjustmentMode: String, Hashable, Sendable, CaseIterable {
  /// The group's; `normal` if that has none.
  case automatic
  case normal
  /// Gray, like the tint of views behind an alert in UIKit.
  case dimmed
}
