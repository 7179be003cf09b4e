import ButtonModel

extension Appearance {
  mutating func fillFonts(_ scratch: PropertyScratch, _ traits: ResolvedTraits) {
    fillTitleFont(scratch, traits)
    if subtitle != nil { fillSubtitleFont(scratch, traits) }
  }

  private mutating func fillTitleFont(_ scratch: PropertyScratch, _ traits: ResolvedTraits) {
    let attributed = scratch.attributedText(.attributedTitle)
    if attributed?.fontSize == nil, let style: TextStyle = scratch.choice(.titleTextStyle) {
      titleTextStyle = style
      titleFontSize = traits[style]
      // The role's weight wins, as it does over that of the button's size.
      if attributed?.fontWeight == nil, !scratch.sets(.titleFontWeight), role != .primary {
        titleFontWeight = style.weight
      }
    }
    if titleTextStyle == nil, scratch.bool(.titleAdjustsFontForContentSize) ?? false {
      titleFontSize = traits.grown(titleFontSize)
    }
    titleFontDesign = scratch.choice(.titleFontDesign) ?? .default
    titleItalic = scratch.bool(.titleItalic) ?? false
    titleMonospacedDigits = scratch.bool(.titleMonospacedDigits) ?? false
    scratch.fontEffect(.titleFontTransformer)?.apply(to: &titleFont, traits)
  }

  private mutating func fillSubtitleFont(_ scratch: PropertyScratch, _ traits: ResolvedTraits) {
    let attributed = scratch.attributedText(.attributedSubtitle)
    if attributed?.fontSize == nil {
      if let style: TextStyle = scratch.choice(.subtitleTextStyle) {
        subtitleTextStyle = style
        subtitleFontSize = traits[style]
        subtitleFontWeight = style.weight
      } else if let points = scratch.number(.subtitleFontSize) {
        subtitleFontSize = Appearance.rounded(points)
      }
    }
    let isInPoints = attributed?.fontSize != nil || scratch.sets(.subtitleFontSize)
    if isInPoints, scratch.bool(.subtitleAdjustsFontForContentSize) ?? false {
      subtitleFontSize = traits.grown(subtitleFontSize)
    }
    subtitleFontWeight =
      attributed?.fontWeight.flatMap { FontWeight(rawValue: $0) }
      ?? scratch.choice(.subtitleFontWeight) ?? subtitleFontWeight
    subtitleFontDesign = scratch.choice(.subtitleFontDesign) ?? .default
    subtitleItalic = scratch.bool(.subtitleItalic) ?? false
    subtitleMonospacedDigits = scratch.bool(.subtitleMonospacedDigits) ?? false
    scratch.fontEffect(.subtitleFontTransformer)?.apply(to: &subtitleFont, traits)
  }
}

private struct ResolvedFont {
  /// The text style that the size belongs to; nil for points.
  var style: TextStyle?
  var size: Double
  var weight: FontWeight
  var design: FontDesign
  var isItalic: Bool
  var hasMonospacedDigits: Bool
}

extension Appearance {
  private var titleFont: ResolvedFont {
    get {
      ResolvedFont(
        style: titleTextStyle, size: titleFontSize, weight: titleFontWeight,
        design: titleFontDesign, isItalic: titleItalic,
        hasMonospacedDigits: titleMonospacedDigits)
    }
    set {
      (titleTextStyle, titleFontSize) = (newValue.style, newValue.size)
      (titleFontWeight, titleFontDesign) = (newValue.weight, newValue.design)
      (titleItalic, titleMonospacedDigits) = (newValue.isItalic, newValue.hasMonospacedDigits)
    }
  }

  private var subtitleFont: ResolvedFont {
    get {
      ResolvedFont(
        style: subtitleTextStyle, size: subtitleFontSize, weight: subtitleFontWeight,
        design: subtitleFontDesign, isItalic: subtitleItalic,
        hasMonospacedDigits: subtitleMonospacedDigits)
    }
    set {
      (subtitleTextStyle, subtitleFontSize) = (newValue.style, newValue.size)
      (subtitleFontWeight, subtitleFontDesign) = (newValue.weight, newValue.design)
      (subtitleItalic, subtitleMonospacedDigits) = (newValue.isItalic, newValue.hasMonospacedDigits)
    }
  }
}

extension FontEffect {
  private var newWeight: FontWeight? { weight ?? textStyle?.weight }

  var changesWeight: Bool { newWeight != nil }

  fileprivate func apply(to font: inout ResolvedFont, _ traits: ResolvedTraits) {
    if let size = size(from: font.size, traits) {
      font.size = size
      font.style = namedStyle
    }
    font.weight = newWeight ?? font.weight
    font.design = design ?? font.design
    font.isItalic = font.isItalic || italic
    font.hasMonospacedDigits = font.hasMonospacedDigits || monospacedDigits
  }

  /// Nil if the effect does not change the size.
  private func size(from size: Double, _ traits: ResolvedTraits) -> Double? {
    guard let base = self.size ?? textStyle.map({ traits[$0] }) ?? scale.map({ _ in size }) else {
      return nil
    }
    let scaled = base * (scale ?? 1)
    return Appearance.rounded(
      min(max(scaled, FontEffect.sizes.lowerBound), FontEffect.sizes.upperBound))
  }

  /// The text style whose size results; nil if it is another size.
  private var namedStyle: TextStyle? { size == nil && scale == nil ? textStyle : nil }
}

extension PropertyScratch {
  /// A layer sets font properties that few buttons have.
  var setsFonts: Bool { setsAny(of: PropertyScratch.fonts) }

  func fontEffect(_ property: Property) -> FontEffect? {
    text(property).flatMap { try? FontEffect($0) }
  }

  private static let fonts = PropertySet([
    .titleTextStyle, .titleFontDesign, .titleItalic, .titleMonospacedDigits,
    .titleAdjustsFontForContentSize, .titleFontTransformer, .subtitleTextStyle, .subtitleFontSize,
    .subtitleFontWeight, .subtitleFontDesign, .subtitleItalic, .subtitleMonospacedDigits,
    .subtitleAdjustsFontForContentSize, .subtitleFontTransformer,
  ])
}
