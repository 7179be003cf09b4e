@testable import ButtonResolver

extension StyleSource {
  /// How sure a figure is.
  enum Confidence: String, Sendable {
    case high, medium
    case lowToMedium = "low to medium"
    /// Certain, because it is our own choice.
    case ours
  }

  /// How sure the figure is on a light display, and where displays make no difference.
  var confidence: Confidence {
    switch self {
    case .documented, .described, .published: .high
    case .undocumented: .medium
    case .approximate: .lowToMedium
    case .ours: .ours
    }
  }

  /// How sure it is on a dark display.
  var darkConfidence: Confidence {
    switch self {
    case .described, .undocumented, .approximate: .lowToMedium
    case .documented, .published: .high
    case .ours: .ours
    }
  }

  /// The same in words.
  var note: StaticString {
    switch self {
    case .documented: "UIKit's documentation"
    case .described: "UIKit, as public articles describe it on a light display"
    case .undocumented: "after UIKit, which documents no such values"
    case .approximate: "after UIKit's measures, which no document gives"
    case .published: "Apple's Human Interface Guidelines, Typography"
    case .ours: "our own choice"
    }
  }
}
