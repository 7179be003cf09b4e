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

  /// Of a text style and a size in points, the other: that which is set later counts.
  @inlinable
  public var otherSize: Property? {
    switch self {
    case .titleTextStyle: .titleFontSize
    case .titleFontSize: .titleTextStyle
    case .subtitleTextStyle: .subtitleFontSize
    case .subtitleFontSize: .subtitleTextStyle
    default: nil
    }
  }

  /// The property of the layers below that setting this one drops: its mirror, what it speaks for, or
  /// what says the same by other names.
  @inlinable
  public var dropped: Property? {
    switch self {
    case .foregroundColor: .titleColor
    case .titleRuns: .title
    default: otherName ?? otherSize ?? mirror
    }
  }

  /// The property that says the same by another name: of UIKit's and SwiftUI's for sizes and shapes.
  @inlinable
  public var otherName: Property? {
    switch self {
    case .buttonSize: .controlSize
    case .controlSize: .buttonSize
    case .cornerStyle: .borderShape
    case .borderShape: .cornerStyle
    default: nil
    }
  }

  /// A second one: a title has three forms, and each drops the others.
  @inlinable
  public var alsoDropped: Property? {
    switch self {
    case .title, .attributedTitle: .titleRuns
    case .titleRuns: .attributedTitle
    default: nil
    }
  }

  /// What says the same in other forms: of a text, and of the size of a font.
  package var otherForms: [Property] {
    [self == .titleRuns ? .title : otherSize ?? mirror, alsoDropped].compactMap(\.self)
  }

  /// The other forms that count for more when they are given together with this one.
  package var surpassing: [Property] {
    switch self {
    case .title: [.attributedTitle, .titleRuns]
    case .attributedTitle: [.titleRuns]
    case .subtitle: [.attributedSubtitle]
    case .titleTextStyle: [.titleFontSize]
    case .subtitleTextStyle: [.subtitleFontSize]
    default: []
    }
  }
}

extension PropertyList {
  /// Sets or removes a property like an assignment in UIKit: a title removes the attributes of
  /// `attributedTitle` and the runs of `titleRuns`, and each of those replaces the plain one.
  ///
  /// The subscript does not do this. If a list contains both, the attributed one is shown.
  public mutating func assign(_ value: PropertyValue?, to property: Property) {
    self[property] = value
    if let mirror = property.mirror { self[mirror] = nil }
    if value != nil, let size = property.otherSize { self[size] = nil }
    guard let also = property.alsoDropped else { return }
    self[also] = nil
    if property == .titleRuns { self[.title] = nil }
  }

  /// The text shown for a title or subtitle: that of its runs or the attributed one's, if there is one.
  public func mirroredText(_ property: Property) -> UTF8String? {
    if property == .title, let runs = textRuns(.titleRuns) { return TextRun.joined(runs) }
    if let mirror = property.mirror, let attributed = attributedText(mirror) {
      return attributed.text
    }
    return text(property)
  }

  /// The attributed title or subtitle, or the plain one without attributes if that is set; of runs the
  /// text.
  public func mirroredAttributedText(_ property: Property) -> AttributedText? {
    if property == .attributedTitle, let runs = textRuns(.titleRuns) {
      return AttributedText(text: TextRun.joined(runs))
    }
    return attributedText(property)
      ?? property.mirror.flatMap { text($0) }.map { AttributedText(text: $0) }
  }

  /// Changes this list like a merge patch: removes properties, then sets others.
  public mutating func merge(removing removed: PropertySet, setting list: PropertyList) {
    var removed = removed
    while let index = removed.popFirstIndex() {
      guard let property = Property(rawValue: UInt8(index)) else { continue }
      assign(nil, to: property)
    }
    overlay(list)
  }
}
