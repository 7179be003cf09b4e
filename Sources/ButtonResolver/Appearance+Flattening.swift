import ButtonModel

extension Appearance {
  /// What clients receive after all layers have been laid.
  init(_ scratch: PropertyScratch, of button: ButtonCondition, traits: ResolvedTraits) {
    self.init()
    fill(scratch, of: button, traits: traits)
  }

  /// Fills a new appearance in place, so that it is not copied as an initialiser's result would be.
  mutating func fill(
    _ scratch: PropertyScratch, of button: ButtonCondition, traits: ResolvedTraits
  ) {
    let style = StyleFill(scratch, of: button, traits: traits)
    fillState(scratch, button)
    let runs = scratch.sets(.titleRuns) ? scratch.textRuns(.titleRuns) : nil
    fillTitle(scratch, style, traits, runs)
    fillSubtitle(scratch, style, traits)
    if scratch.setsFonts { fillFonts(scratch, traits) }
    if let runs { fillRuns(runs, scratch, traits) }
    fillImage(scratch, style, traits)
    if scratch.sets(.labelStyle) { hide(by: scratch.choice(.labelStyle) ?? .titleAndIcon) }
    if traits.traits.boldText { raiseWeights() }
    fillBackground(scratch, style, traits)
    if let share = scratch.number(.progress) { fillProgress(share, scratch, traits) }
    fillStroke(scratch, traits, isFocused: style.showsStates && button.state.contains(.focused))
    fillShadow(scratch, traits)
    fillLayout(scratch, style.size)
  }

  private mutating func fillState(_ scratch: PropertyScratch, _ button: ButtonCondition) {
    isEnabled = !button.state.contains(.disabled)
    isSelected = button.state.contains(.selected)
    isHighlighted = button.state.contains(.highlighted)
    isFocused = button.state.contains(.focused)
    isBusy = button.isBusy || scratch.bool(.isBusy) ?? false
    role = button.role
    accessibilityLabel = scratch.filledText(.accessibilityLabel)
    accessibilityHint = scratch.filledText(.accessibilityHint)
  }

  private mutating func fillTitle(
    _ scratch: PropertyScratch, _ style: StyleFill, _ traits: ResolvedTraits, _ runs: [TextRun]?
  ) {
    let attributed = scratch.attributedText(.attributedTitle)
    title = runs.map { TextRun.joined($0) } ?? attributed?.text ?? scratch.text(.title)
    let color = (attributed?.color ?? scratch.color(.titleColor)).map { traits.components($0) }
    titleColor =
      traits.applying(scratch.effect(.titleColorTransformer), to: color ?? style.foreground).rgba
    if let points = attributed?.fontSize ?? scratch.number(.titleFontSize) {
      titleFontSize = Appearance.rounded(points)
    } else {
      titleFontSize = traits[style.size.titleStyle]
      titleTextStyle = style.size.titleStyle
    }
    titleFontWeight =
      attributed?.fontWeight.flatMap { FontWeight(rawValue: $0) }
      ?? scratch.choice(.titleFontWeight)
      ?? (role == .primary ? .semibold : style.size.titleStyle.weight)
    titleUnderline =
      attributed?.underline ?? false || scratch.bool(.titleUnderline) ?? false
    titleStrikethrough =
      attributed?.strikethrough ?? false || scratch.bool(.titleStrikethrough) ?? false
    titleLineBreakMode = scratch.choice(.titleLineBreakMode) ?? .byWordWrapping
    titleLineLimit = (scratch.number(.titleLineLimit) ?? 0).rounded(.down)
    titlePadding = scratch.length(.titlePadding, else: 1)
    titleAlignment = scratch.choice(.titleAlignment) ?? .automatic
    let animation: ButtonConfiguration.ContentAnimation? = scratch.choice(.contentAnimation)
    if animation != ButtonConfiguration.ContentAnimation.none {
      contentTransition = scratch.choice(.contentTransition) ?? .identity
    }
  }

  /// A run's attributes win over those of the whole title, and a transformer over both.
  private mutating func fillRuns(
    _ runs: [TextRun], _ scratch: PropertyScratch, _ traits: ResolvedTraits
  ) {
    let changesWeights = scratch.fontEffect(.titleFontTransformer)?.changesWeight ?? false
    titleRuns = runs.map { run in
      let color = run.color.map { color in
        traits.applying(scratch.effect(.titleColorTransformer), to: traits.components(color)).rgba
      }
      let weight = changesWeights ? titleFontWeight : run.fontWeight ?? titleFontWeight
      return TitleRun(
        text: run.text, color: color ?? titleColor,
        fontWeight: traits.traits.boldText ? weight.raised : weight,
        italic: run.italic || titleItalic, underline: run.underline || titleUnderline,
        strikethrough: run.strikethrough || titleStrikethrough, link: run.link)
    }
  }

  private mutating func fillSubtitle(
    _ scratch: PropertyScratch, _ style: StyleFill, _ traits: ResolvedTraits
  ) {
    let attributed = scratch.attributedText(.attributedSubtitle)
    let text = attributed?.text ?? scratch.text(.subtitle)
    guard let text, !text.bytes.isEmpty else { return }
    subtitle = text
    let color = attributed?.color.map { traits.components($0) }
    subtitleColor =
      traits.applying(scratch.effect(.subtitleColorTransformer), to: color ?? style.foreground).rgba
    subtitleFontSize =
      attributed?.fontSize.map { Appearance.rounded($0) } ?? traits[style.size.subtitleStyle]
    subtitleLineBreakMode = scratch.choice(.subtitleLineBreakMode) ?? .byWordWrapping
    subtitleFontWeight = attributed?.fontWeight.flatMap { FontWeight(rawValue: $0) } ?? .regular
    guard let attributed else { return }
    subtitleUnderline = attributed.underline
    subtitleStrikethrough = attributed.strikethrough
  }

  /// Raises the weights for a reader who wants bold text.
  private mutating func raiseWeights() {
    titleFontWeight = titleFontWeight.raised
    if subtitle != nil { subtitleFontWeight = subtitleFontWeight.raised }
    if imageName != nil { imageWeight = imageWeight.raised }
  }

  /// Sets colours only for what is there.
  private mutating func fillImage(
    _ scratch: PropertyScratch, _ style: StyleFill, _ traits: ResolvedTraits
  ) {
    if scratch.bool(.showsActivityIndicator) ?? (isBusy && style.showsStates) {
      showsActivityIndicator = true
      activityIndicatorColor =
        traits.applying(
          scratch.effect(.activityIndicatorColorTransformer), to: style.foreground
        ).rgba
    } else if let image = scratch.filledText(.image) {
      imageName = image
      imageColor =
        traits.applying(scratch.effect(.imageColorTransformer), to: style.foreground).rgba
      fillSymbolEffect(scratch)
    }
    imagePlacement = scratch.choice(.imagePlacement) ?? .leading
    imagePadding = scratch.length(.imagePadding, else: 0)
    imageReservation = scratch.length(.imageReservation, else: 0)
    imageSize = scratch.length(.imageSize, else: 0)
    imageWeight = scratch.choice(.imageWeight) ?? .regular
    imageRenderingMode = scratch.choice(.imageRenderingMode) ?? .template
    if scratch.choice(.indicator) == ButtonConfiguration.Indicator.popup {
      indicator = .popup
      indicatorColor =
        traits.applying(scratch.effect(.indicatorColorTransformer), to: style.foreground).rgba
    }
  }

  /// The value is set only with an effect that plays once.
  private mutating func fillSymbolEffect(_ scratch: PropertyScratch) {
    guard scratch.sets(.symbolEffect) else { return }
    symbolEffect = scratch.choice(.symbolEffect) ?? ButtonConfiguration.SymbolEffect.none
    switch symbolEffect {
    case .bounce, .wiggle: symbolEffectValue = scratch.filledText(.symbolEffectValue)
    case .none, .pulse, .variableColor, .rotate, .breathe: break
    }
  }

  private mutating func fillBackground(
    _ scratch: PropertyScratch, _ style: StyleFill, _ traits: ResolvedTraits
  ) {
    let color = scratch.color(.backgroundColor).map { traits.components($0) }
    backgroundColor =
      traits.applying(
        scratch.effect(.backgroundColorTransformer), to: color ?? style.background
      ).rgba
    backgroundInsetTop = scratch.length(.backgroundInsetTop, else: 0)
    backgroundInsetLeading = scratch.length(.backgroundInsetLeading, else: 0)
    backgroundInsetBottom = scratch.length(.backgroundInsetBottom, else: 0)
    backgroundInsetTrailing = scratch.length(.backgroundInsetTrailing, else: 0)
    backgroundImageName = scratch.filledText(.backgroundImage)
    backgroundImageContentMode = scratch.choice(.backgroundImageContentMode) ?? .scaleToFill
    material =
      scratch.sets(.material)
      ? scratch.filledText(.material) : style.hasMaterial ? SystemStyleTable.material : nil

    let radius = scratch.number(.backgroundCornerRadius) ?? style.size.cornerRadius
    switch scratch.choice(.borderShape) ?? ButtonConfiguration.BorderShape.automatic {
    case .automatic: fillCorners(scratch, style, radius, traits)
    case .capsule: cornerShape = .capsule
    case .circle:
      cornerShape = .capsule
      isCircle = true
    case .roundedRectangle: cornerRadius = scratch.length(.borderRadius, else: radius)
    }
  }

  private mutating func fillCorners(
    _ scratch: PropertyScratch, _ style: StyleFill, _ radius: Double, _ traits: ResolvedTraits
  ) {
    let corners: ButtonConfiguration.CornerStyle =
      scratch.choice(.cornerStyle) ?? style.cornerStyle
    switch corners {
    case .capsule: cornerShape = .capsule
    case .fixed: cornerRadius = Appearance.rounded(radius)
    case .dynamic: cornerRadius = Appearance.rounded(radius * traits.scale)
    case .small, .medium, .large:
      cornerRadius = SizeMetrics.cornerRadius(of: corners) ?? radius
    }
  }

  private mutating func fillProgress(
    _ share: Double, _ scratch: PropertyScratch, _ traits: ResolvedTraits
  ) {
    progress = Appearance.rounded(share)
    if let color = scratch.color(.progressColor) {
      progressColor = traits.components(color).rgba
    } else {
      progressColor =
        ProgressFill.color(
          title: ResolvedColor(rgba: titleColor), background: ResolvedColor(rgba: backgroundColor),
          on: traits.traits.userInterfaceStyle.backdrop
        ).rgba
    }
  }

  /// The outline; without an outline width, the ring of a focused button.
  private mutating func fillStroke(
    _ scratch: PropertyScratch, _ traits: ResolvedTraits, isFocused: Bool
  ) {
    let isRing = isFocused && scratch.number(.strokeWidth) == nil
    strokeWidth = scratch.length(.strokeWidth, else: isRing ? FocusRing.strokeWidth : 0)
    strokeOutset = scratch.length(.strokeOutset, else: isRing ? FocusRing.strokeOutset : 0)
    if let color = scratch.color(.strokeColor) {
      strokeColor =
        traits.applying(
          scratch.effect(.strokeColorTransformer), to: traits.components(color)
        ).rgba
    } else if strokeWidth > 0 {
      strokeColor = traits.applying(scratch.effect(.strokeColorTransformer), to: traits[.tint]).rgba
    }
  }

  /// An invisible shadow has no colour.
  private mutating func fillShadow(_ scratch: PropertyScratch, _ traits: ResolvedTraits) {
    if let opacity = scratch.number(.shadowOpacity) {
      let color = scratch.color(.shadowColor).map { traits.components($0) } ?? traits[.black]
      let rgba = color.opacity(opacity).rgba
      shadowColor = rgba & 0xFF == 0 ? 0 : rgba
    }
    shadowRadius = scratch.length(.shadowRadius, else: 0)
    shadowX = scratch.length(.shadowX, else: 0)
    shadowY = scratch.length(.shadowY, else: 0)
  }

  private mutating func fillLayout(_ scratch: PropertyScratch, _ size: SizeMetrics) {
    insetTop = scratch.length(.contentInsetTop, else: size.verticalInset)
    insetLeading = scratch.length(.contentInsetLeading, else: size.horizontalInset)
    insetBottom = scratch.length(.contentInsetBottom, else: size.verticalInset)
    insetTrailing = scratch.length(.contentInsetTrailing, else: size.horizontalInset)
    isFullWidth = scratch.bool(.isFullWidth) ?? false
    opacity = scratch.length(.opacity, else: 1)
    scale = scratch.length(.scale, else: 1)
  }
}
