extension PropertyList {
  /// Sets or removes a property like an assignment in UIKit: what says the same in another form goes, and
  /// a text that is removed goes in all its forms.
  ///
  /// The subscript does not do this. Of several forms in a list the last is shown.
  public mutating func assign(_ value: PropertyValue?, to property: Property) {
    self[property] = value
    guard value != nil || property.isText else { return }
    for form in property.otherForms { self[form] = nil }
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
}
