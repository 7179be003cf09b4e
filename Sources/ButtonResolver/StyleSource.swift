/// Where a figure of the system styles comes from.
enum StyleSource: Sendable {
  /// UIKit's documentation says so.
  case documented
  /// Public articles describe what UIKit shows on a light display.
  case described
  /// After UIKit, which documents no such values.
  case undocumented
  /// After UIKit's measures, which no document gives.
  case approximate
  /// Apple's guidelines print it.
  case published
  /// Our own choice.
  case ours
}
