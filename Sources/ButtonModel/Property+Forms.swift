extension Property {
  /// The properties that are forms of the same thing, with this one; empty if there is one form.
  ///
  /// Of forms that are given together, the last in the order of the properties counts.
  private var forms: PropertySet {
    switch self {
    case .title, .attributedTitle, .titleRuns: PropertySet(.title, .attributedTitle, .titleRuns)
    case .subtitle, .attributedSubtitle: PropertySet(.subtitle, .attributedSubtitle)
    case .titleTextStyle, .titleFontSize: PropertySet(.titleTextStyle, .titleFontSize)
    case .subtitleTextStyle, .subtitleFontSize: PropertySet(.subtitleTextStyle, .subtitleFontSize)
    case .buttonSize, .controlSize: PropertySet(.buttonSize, .controlSize)
    case .cornerStyle, .borderShape: PropertySet(.cornerStyle, .borderShape)
    // The colour of all texts also sets the title's, but not the other way round.
    case .foregroundColor: PropertySet(.foregroundColor, .titleColor)
    default: PropertySet()
    }
  }

  /// Removed when this one is set.
  public var otherForms: PropertySet {
    var others = forms
    others.remove(self)
    return others
  }

  /// The forms that override this one when they are given together.
  package var strongerForms: PropertySet {
    PropertySet(otherForms.lazy.filter { $0.rawValue > rawValue })
  }

  package var isText: Bool { mirror != nil || self == .titleRuns }

  /// The property that holds the same text with, or without, attributes; nil for all others.
  @inlinable
  public var mirror: Property? {
    switch self {
    case .title: .attributedTitle
    case .attributedTitle: .title
    case .subtitle: .attributedSubtitle
    case .attributedSubtitle: .subtitle
    default: nil
    }
  }
}
