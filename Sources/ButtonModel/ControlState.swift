/// What a button is doing right now, as UIKit's option set of the same name.
///
/// States match exactly: selected + highlighted is a separate case.
public struct ControlState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let normal: ControlState = []
  public static let highlighted = ControlState(rawValue: 1)
  public static let disabled = ControlState(rawValue: 2)
  /// Such as a filter that is on.
  public static let selected = ControlState(rawValue: 4)
  public static let focused = ControlState(rawValue: 8)
}
