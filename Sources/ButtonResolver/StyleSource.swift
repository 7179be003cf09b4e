/// Where a figure of the system styles comes from.
enum StyleSource: Sendable {
  /// Stated in UIKit's documentation.
  case documented
  /// Described in public articles, about UIKit on a light display.
  case described
  /// Modelled on UIKit, which documents no such values.
  case undocumented
  /// Modelled on UIKit's measures, which are undocumented.
  case approximate
  /// Stated in Apple's guidelines.
  case published
  case ours
}
