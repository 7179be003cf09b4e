import ButtonModel

extension Appearance {
  /// Removes what a label style hides, so that renderers need not know of it.
  ///
  /// Something is always shown: an icon alone needs an image or an activity indicator, a title
  /// alone a text. An activity indicator is always shown.
  mutating func hide(by style: ButtonConfiguration.LabelStyle) {
    switch style {
    case .titleAndIcon: break
    case .titleOnly:
      guard title?.bytes.isEmpty == false || subtitle != nil else { return }
      imageName = nil
      imageColor = 0
      symbolEffect = .none
      symbolEffectValue = nil
    case .iconOnly:
      guard imageName != nil || showsActivityIndicator else { return }
      if accessibilityLabel == nil, title?.bytes.isEmpty == false { accessibilityLabel = title }
      title = nil
      titleRuns = []
      hideSubtitle()
    }
  }

  private mutating func hideSubtitle() {
    subtitle = nil
    subtitleColor = 0
    subtitleFontSize = 0
    subtitleFontWeight = .regular
    subtitleTextStyle = nil
    subtitleFontDesign = .default
    subtitleItalic = false
    subtitleMonospacedDigits = false
    subtitleUnderline = false
    subtitleStrikethrough = false
    subtitleLineBreakMode = .byWordWrapping
  }
}
