extension Property {
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

extension PropertyList {
  /// Sets or removes a property as an assignment in UIKit does: a title drops the attributes of
  /// `attributedTitle`, an attributed title replaces the plain one.
  ///
  /// The subscript is the raw form, which leaves the mirror alone; a list that holds both shows the
  /// attributed one.
  public mutating func assign(_ value: PropertyValue?, to property: Property) {
    self[property] = value
    if let mirror = property.mirror { self[mirror] = nil }
  }

  /// The text that is shown for a title or subtitle: the attributed one's where there is one.
  public func mirroredText(_ property: Property) -> UTF8String? {
    if let mirror = property.mirror, let attributed = attributedText(mirror) {
      return attributed.text
    }
    return text(property)
  }

  /// An attributed title or subtitle: of the plain one, where that is set, without attributes.
  public func mirroredAttributedText(_ property: Property) -> AttributedText? {
    attributedText(property)
      ?? property.mirror.flatMap { text($0) }.map { AttributedText(text: $0) }
  }

  /// Changes this list as a merge patch does: first what is taken out, then what is set.
  public mutating func merge(removing removed: PropertySet, setting list: PropertyList) {
    var removed = removed
    while let index = removed.popFirstIndex() {
      guard let property = Property(rawValue: UInt8(index)) else { continue }
      assign(nil, to: property)
    }
    overlay(list)
  }
}
