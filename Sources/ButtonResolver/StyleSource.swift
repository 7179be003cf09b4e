/// Where a figure of the system styles comes from.
enum StyleSource: Sendable {
  /// In UIKit's documentation.
  case documented
  /// In public articles, about UIKit on a light display.
  case described
  /// Modelled on UIKit, which documents no such values.
  case undocumented
  /// Modelled on UIKit's measures, which are undocumented.
  case approximate
  /// In Apple's guidelines.
  case published
  case ours
}
