package import ButtonModel
package import JSONRPC

extension JSONWriter {
  /// Appends an appearance as an object: what stands at its default is left out, but for the
  /// members that are always present.
  package mutating func appearance(_ look: Appearance) {
    separate()
    // Room for what is usual, so that the buffer does not grow member by member.
    reserve(1024)
    raw("{")
    state(of: look)
    title(of: look)
    subtitle(of: look)
    image(of: look)
    background(of: look)
    layout(of: look)
    // Some members are always present, so there is a comma to take back.
    truncate(to: count - 1)
    raw("}")
  }

  private mutating func state(of look: Appearance) {
    flag(#""isEnabled":"#, look.isEnabled, unless: true)
    flag(#""isSelected":"#, look.isSelected)
    flag(#""isHighlighted":"#, look.isHighlighted)
    flag(#""isFocused":"#, look.isFocused)
    flag(#""isBusy":"#, look.isBusy)
    if look.role != .none {
      raw(#""role":"#)
      string(look.role.rawValue)
      raw(",")
    }
  }

  private mutating func title(of look: Appearance) {
    text(#""title":"#, look.title)
    if !look.titleRuns.isEmpty {
      raw(#""titleRuns":"#)
      runs(look.titleRuns)
      raw(",")
    }
    color(#""titleColor":"#, look.titleColor)
    length(#""titleFontSize":"#, look.titleFontSize)
    choice(#""titleFontWeight":"#, look.titleFontWeight, unless: .regular)
    if let style = look.titleTextStyle { choice(#""titleTextStyle":"#, style) }
    choice(#""titleFontDesign":"#, look.titleFontDesign, unless: .default)
    flag(#""titleItalic":"#, look.titleItalic)
    flag(#""titleMonospacedDigits":"#, look.titleMonospacedDigits)
    flag(#""titleUnderline":"#, look.titleUnderline)
    flag(#""titleStrikethrough":"#, look.titleStrikethrough)
    choice(#""titleLineBreakMode":"#, look.titleLineBreakMode, unless: .byWordWrapping)
  }

  /// Appends the runs of a title as an array.
  mutating func runs(_ runs: [Appearance.TitleRun]) {
    raw("[")
    for run in runs {
      raw("{")
      text(#""text":"#, run.text)
      color(#""color":"#, run.color)
      choice(#""fontWeight":"#, run.fontWeight, unless: .regular)
      flag(#""italic":"#, run.italic)
      flag(#""underline":"#, run.underline)
      flag(#""strikethrough":"#, run.strikethrough)
      text(#""link":"#, run.link)
      truncate(to: count - 1)
      raw("},")
    }
    truncate(to: count - 1)
    raw("]")
  }

  private mutating func subtitle(of look: Appearance) {
    text(#""subtitle":"#, look.subtitle)
    color(#""subtitleColor":"#, look.subtitleColor, unless: 0)
    length(#""subtitleFontSize":"#, look.subtitleFontSize, unless: 0)
    choice(#""subtitleFontWeight":"#, look.subtitleFontWeight, unless: .regular)
    if let style = look.subtitleTextStyle { choice(#""subtitleTextStyle":"#, style) }
    choice(#""subtitleFontDesign":"#, look.subtitleFontDesign, unless: .default)
    flag(#""subtitleItalic":"#, look.subtitleItalic)
    flag(#""subtitleMonospacedDigits":"#, look.subtitleMonospacedDigits)
    flag(#""subtitleUnderline":"#, look.subtitleUnderline)
    flag(#""subtitleStrikethrough":"#, look.subtitleStrikethrough)
    choice(#""subtitleLineBreakMode":"#, look.subtitleLineBreakMode, unless: .byWordWrapping)
    length(#""titlePadding":"#, look.titlePadding, unless: 1)
    choice(#""titleAlignment":"#, look.titleAlignment, unless: .automatic)
    choice(#""contentTransition":"#, look.contentTransition, unless: .identity)
  }

  private mutating func image(of look: Appearance) {
    text(#""imageName":"#, look.imageName)
    color(#""imageColor":"#, look.imageColor, unless: 0)
    choice(#""imagePlacement":"#, look.imagePlacement, unless: .leading)
    length(#""imagePadding":"#, look.imagePadding, unless: 0)
    length(#""imageReservation":"#, look.imageReservation, unless: 0)
    choice(
      #""symbolEffect":"#, look.symbolEffect, unless: ButtonConfiguration.SymbolEffect.none)
    text(#""symbolEffectValue":"#, look.symbolEffectValue)
    length(#""imageSize":"#, look.imageSize, unless: 0)
    choice(#""imageWeight":"#, look.imageWeight, unless: .regular)
    choice(#""imageRenderingMode":"#, look.imageRenderingMode, unless: .template)
    flag(#""showsActivityIndicator":"#, look.showsActivityIndicator)
    color(#""activityIndicatorColor":"#, look.activityIndicatorColor, unless: 0)
    choice(#""indicator":"#, look.indicator, unless: Appearance.Indicator.none)
    color(#""indicatorColor":"#, look.indicatorColor, unless: 0)
    if let progress = look.progress {
      length(#""progress":"#, progress)
      color(#""progressColor":"#, look.progressColor, unless: 0)
    }
  }

  private mutating func background(of look: Appearance) {
    color(#""backgroundColor":"#, look.backgroundColor)
    choice(#""cornerShape":"#, look.cornerShape)
    length(#""cornerRadius":"#, look.cornerRadius)
    flag(#""isCircle":"#, look.isCircle)
    color(#""strokeColor":"#, look.strokeColor, unless: 0)
    length(#""strokeWidth":"#, look.strokeWidth, unless: 0)
    length(#""strokeOutset":"#, look.strokeOutset, unless: 0)
    length(#""backgroundInsetTop":"#, look.backgroundInsetTop, unless: 0)
    length(#""backgroundInsetLeading":"#, look.backgroundInsetLeading, unless: 0)
    length(#""backgroundInsetBottom":"#, look.backgroundInsetBottom, unless: 0)
    length(#""backgroundInsetTrailing":"#, look.backgroundInsetTrailing, unless: 0)
    text(#""material":"#, look.material)
    text(#""backgroundImageName":"#, look.backgroundImageName)
    choice(
      #""backgroundImageContentMode":"#, look.backgroundImageContentMode, unless: .scaleToFill)
    color(#""shadowColor":"#, look.shadowColor, unless: 0)
    length(#""shadowRadius":"#, look.shadowRadius, unless: 0)
    length(#""shadowX":"#, look.shadowX, unless: 0)
    length(#""shadowY":"#, look.shadowY, unless: 0)
  }

  private mutating func layout(of look: Appearance) {
    length(#""insetTop":"#, look.insetTop)
    length(#""insetLeading":"#, look.insetLeading)
    length(#""insetBottom":"#, look.insetBottom)
    length(#""insetTrailing":"#, look.insetTrailing)
    flag(#""isFullWidth":"#, look.isFullWidth)
    length(#""opacity":"#, look.opacity, unless: 1)
    length(#""scale":"#, look.scale, unless: 1)
    text(#""accessibilityLabel":"#, look.accessibilityLabel)
    text(#""accessibilityHint":"#, look.accessibilityHint)
  }

  // A member is its name, ready with quotes and colon, its value, and a comma that stays.

  @inline(__always)
  private mutating func flag(_ name: StaticString, _ value: Bool, unless left: Bool = false) {
    guard value != left else { return }
    raw(name)
    raw(value ? "true," : "false,")
  }

  @inline(__always)
  private mutating func text(_ name: StaticString, _ value: UTF8String?) {
    guard let value else { return }
    raw(name)
    value.bytes.withUnsafeBytes { string($0) }
    raw(",")
  }

  @inline(__always)
  private mutating func length(_ name: StaticString, _ value: Double, unless left: Double? = nil) {
    guard value != left else { return }
    raw(name)
    number(rounded3: value)
    raw(",")
  }

  @inline(__always)
  private mutating func choice<Choice: PropertyChoice>(
    _ name: StaticString, _ value: Choice, unless left: Choice? = nil
  ) {
    guard value != left else { return }
    raw(name)
    raw("\"")
    value.name.bytes.withUnsafeBytes { raw($0) }
    raw("\",")
  }

  @inline(__always)
  private mutating func color(_ name: StaticString, _ rgba: UInt32, unless left: UInt32? = nil) {
    guard rgba != left else { return }
    raw(name)
    raw("\"#")
    // One nibble in each byte, the first digit in the lowest one.
    var nibbles = UInt64(rgba.byteSwapped)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles >> 4 | nibbles << 8) & 0x0F0F_0F0F_0F0F_0F0F
    let aboveNine = (nibbles + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let digits = nibbles + 0x3030_3030_3030_3030 + aboveNine * 7
    Swift.withUnsafeBytes(of: digits.littleEndian) { raw($0) }
    raw("\",")
  }
}
