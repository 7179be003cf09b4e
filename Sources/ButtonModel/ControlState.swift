/// What a button is doing right now, as UIKit's option set of the same name.
///
/// States match exactly: selected + highlighted is a separate case.
public struct ControlState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  @inlinable
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
