extension PropertyList {
  /// Sets or removes a property as UIKit does: its other forms go, and a text goes in all forms.
  ///
  /// The subscript does not do this. Of several forms in a list, the last is shown.
  public mutating func assign(_ value: PropertyValue?, to property: Property) {
    self[property] = value
    guard value != nil || property.isText else { return }
    for form in property.otherForms { self[form] = nil }
  }

  /// The title or subtitle that is shown, from its runs or attributed text if there are any.
  public func mirroredText(_ property: Property) -> UTF8String? {
    if property == .title, let runs = textRuns(.titleRuns) { return TextRun.joined(runs) }
    if let mirror = property.mirror, let attributed = attributedText(mirror) {
      return attributed.text
    }
    return text(property)
  }

  /// The attributed title or subtitle, or the plain text or that of the runs without attributes.
  public func mirroredAttributedText(_ property: Property) -> AttributedText? {
    if property == .attributedTitle, let runs = textRuns(.titleRuns) {
      return AttributedText(text: TextRun.joined(runs))
    }
    return attributedText(property)
      ?? property.mirror.flatMap { text($0) }.map { AttributedText(text: $0) }
  }
}
