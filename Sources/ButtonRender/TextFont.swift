package import ButtonModel

/// What a line of text is drawn with.
package struct TextFont: Hashable, Sendable {
  /// In points.
  package var size: Double
  package var weight = FontWeight.regular
  package var design = FontDesign.default
  package var isItalic = false
  /// Whether all digits are as wide as each other.
  package var hasMonospacedDigits = false

  /// The font of a look's title.
  static func title(of look: Appearance) -> TextFont {
    TextFont(
      size: ButtonLayout.fontSize(look.titleFontSize), weight: look.titleFontWeight,
      design: look.titleFontDesign, isItalic: look.titleItalic,
      hasMonospacedDigits: look.titleMonospacedDigits)
  }

  /// The font of a look's subtitle.
  static func subtitle(of look: Appearance) -> TextFont {
    TextFont(
      size: ButtonLayout.fontSize(look.subtitleFontSize), weight: look.subtitleFontWeight,
      design: look.subtitleFontDesign, isItalic: look.subtitleItalic,
      hasMonospacedDigits: look.subtitleMonospacedDigits)
  }

  /// The fonts to try, as CSS names them; nil: those of the document.
  var family: String? {
    switch design {
    case .default: nil
    case .rounded:
      "ui-rounded, 'SF Pro Rounded', 'Arial Rounded MT Bold', Nunito, Quicksand, 'Varela Round', sans-serif"
    case .serif:
      "ui-serif, 'New York', Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif"
    case .monospaced:
      "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace"
    }
  }
}
