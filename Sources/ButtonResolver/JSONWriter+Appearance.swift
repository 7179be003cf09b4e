// Written by scripts/record from Sources/ButtonModel/Appearance.swift.

import ButtonModel
import JSONRPC

extension JSONWriter {
  /// Appends the members of a look, each with a comma.
  mutating func members(of look: Appearance) {
    state(of: look)
    title(of: look)
    subtitle(of: look)
    image(of: look)
    background(of: look)
    layout(of: look)
  }

  private mutating func state(of look: Appearance) {
    flag(#""isEnabled":"#, look.isEnabled, unless: true)
    flag(#""isSelected":"#, look.isSelected)
    flag(#""isHighlighted":"#, look.isHighlighted)
    flag(#""isFocused":"#, look.isFocused)
    flag(#""isBusy":"#, look.isBusy)
    role(#""role":"#, look.role, unless: ButtonRole.none)
  }

  private mutating func title(of look: Appearance) {
    text(#""title":"#, look.title)
    runs(#""titleRuns":"#, look.titleRuns)
    color(#""titleColor":"#, look.titleColor)
    length(#""titleFontSize":"#, look.titleFontSize)
    choice(#""titleFontWeight":"#, look.titleFontWeight, unless: FontWeight.regular)
    if let value = look.titleTextStyle { choice(#""titleTextStyle":"#, value) }
    choice(#""titleFontDesign":"#, look.titleFontDesign, unless: FontDesign.default)
    flag(#""titleItalic":"#, look.titleItalic)
    flag(#""titleMonospacedDigits":"#, look.titleMonospacedDigits)
    flag(#""titleUnderline":"#, look.titleUnderline)
    flag(#""titleStrikethrough":"#, look.titleStrikethrough)
    choice(
      #""titleLineBreakMode":"#, look.titleLineBreakMode,
      unless: ButtonConfiguration.LineBreakMode.byWordWrapping)
    length(#""titleLineLimit":"#, look.titleLineLimit, unless: 0.0)
  }

  private mutating func subtitle(of look: Appearance) {
    text(#""subtitle":"#, look.subtitle)
    color(#""subtitleColor":"#, look.subtitleColor, unless: 0)
    length(#""subtitleFontSize":"#, look.subtitleFontSize, unless: 0.0)
    choice(#""subtitleFontWeight":"#, look.subtitleFontWeight, unless: FontWeight.regular)
    if let value = look.subtitleTextStyle { choice(#""subtitleTextStyle":"#, value) }
    choice(#""subtitleFontDesign":"#, look.subtitleFontDesign, unless: FontDesign.default)
    flag(#""subtitleItalic":"#, look.subtitleItalic)
    flag(#""subtitleMonospacedDigits":"#, look.subtitleMonospacedDigits)
    flag(#""subtitleUnderline":"#, look.subtitleUnderline)
    flag(#""subtitleStrikethrough":"#, look.subtitleStrikethrough)
    choice(
      #""subtitleLineBreakMode":"#, look.subtitleLineBreakMode,
      unless: ButtonConfiguration.LineBreakMode.byWordWrapping)
    length(#""titlePadding":"#, look.titlePadding, unless: 1.0)
    choice(
      #""titleAlignment":"#, look.titleAlignment,
      unless: ButtonConfiguration.TitleAlignment.automatic)
    choice(
      #""contentTransition":"#, look.contentTransition,
      unless: ButtonConfiguration.ContentTransition.identity)
  }

  private mutating func image(of look: Appearance) {
    text(#""imageName":"#, look.imageName)
    color(#""imageColor":"#, look.imageColor, unless: 0)
    choice(
      #""imagePlacement":"#, look.imagePlacement,
      unless: ButtonConfiguration.ImagePlacement.leading)
    length(#""imagePadding":"#, look.imagePadding, unless: 0.0)
    length(#""imageReservation":"#, look.imageReservation, unless: 0.0)
    choice(#""symbolEffect":"#, look.symbolEffect, unless: ButtonConfiguration.SymbolEffect.none)
    text(#""symbolEffectValue":"#, look.symbolEffectValue)
    length(#""imageSize":"#, look.imageSize, unless: 0.0)
    choice(#""imageWeight":"#, look.imageWeight, unless: FontWeight.regular)
    choice(
      #""imageRenderingMode":"#, look.imageRenderingMode,
      unless: ButtonConfiguration.ImageRenderingMode.template)
    flag(#""showsActivityIndicator":"#, look.showsActivityIndicator)
    color(#""activityIndicatorColor":"#, look.activityIndicatorColor, unless: 0)
    choice(#""indicator":"#, look.indicator, unless: Appearance.Indicator.none)
    color(#""indicatorColor":"#, look.indicatorColor, unless: 0)
    if let value = look.progress { length(#""progress":"#, value) }
    color(#""progressColor":"#, look.progressColor, unless: 0)
  }

  private mutating func background(of look: Appearance) {
    color(#""backgroundColor":"#, look.backgroundColor)
    choice(#""cornerShape":"#, look.cornerShape)
    length(#""cornerRadius":"#, look.cornerRadius)
    flag(#""isCircle":"#, look.isCircle)
    color(#""strokeColor":"#, look.strokeColor, unless: 0)
    length(#""strokeWidth":"#, look.strokeWidth, unless: 0.0)
    length(#""strokeOutset":"#, look.strokeOutset, unless: 0.0)
    length(#""backgroundInsetTop":"#, look.backgroundInsetTop, unless: 0.0)
    length(#""backgroundInsetLeading":"#, look.backgroundInsetLeading, unless: 0.0)
    length(#""backgroundInsetBottom":"#, look.backgroundInsetBottom, unless: 0.0)
    length(#""backgroundInsetTrailing":"#, look.backgroundInsetTrailing, unless: 0.0)
    text(#""material":"#, look.material)
    text(#""backgroundImageName":"#, look.backgroundImageName)
    choice(
      #""backgroundImageContentMode":"#, look.backgroundImageContentMode,
      unless: BackgroundConfiguration.ImageContentMode.scaleToFill)
    color(#""shadowColor":"#, look.shadowColor, unless: 0)
    length(#""shadowRadius":"#, look.shadowRadius, unless: 0.0)
    length(#""shadowX":"#, look.shadowX, unless: 0.0)
    length(#""shadowY":"#, look.shadowY, unless: 0.0)
  }

  private mutating func layout(of look: Appearance) {
    length(#""insetTop":"#, look.insetTop)
    length(#""insetLeading":"#, look.insetLeading)
    length(#""insetBottom":"#, look.insetBottom)
    length(#""insetTrailing":"#, look.insetTrailing)
    flag(#""isFullWidth":"#, look.isFullWidth)
    length(#""opacity":"#, look.opacity, unless: 1.0)
    length(#""scale":"#, look.scale, unless: 1.0)
    text(#""accessibilityLabel":"#, look.accessibilityLabel)
    text(#""accessibilityHint":"#, look.accessibilityHint)
  }
}
