/// What a button is doing right now; compare it whole, states match exactly. Any of them can be busy as
/// well: ``Context/isBusy``.
///
/// ```swift
/// switch context.controlState {
/// case .normal: …
/// case [.selected, .highlighted]: …
/// default: …
/// }
/// ```
public struct ControlState: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A state from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No bit set.
  public static let normal: ControlState = []
  /// Pressed at this moment.
  public static let highlighted = ControlState(rawValue: 1)
  /// Takes no presses.
  public static let disabled = ControlState(rawValue: 2)
  /// Chosen, for example a filter that is on.
  public static let selected = ControlState(rawValue: 4)
  /// Holds the keyboard focus.
  public static let focused = ControlState(rawValue: 8)
}
