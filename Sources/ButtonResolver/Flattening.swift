import ButtonModel

/// The last steps of a pass: the system style fills, transformers run, and scalars come out.
struct Flattening: ~Copyable {
  private let scratch: PropertyScratch
  private let traits: ResolvedTraits
  private let size: SizeMetrics
  /// What the system style makes of the foreground; text and images start from it.
  private let foreground: ResolvedColor
  private let styleBackground: ResolvedColor

  /// What came out.
  private(set) var appearance = Appearance()

  init(
    scratch: PropertyScratch, button: borrowing ResolverInput, traits: borrowing ResolvedTraits
  ) {
    self.scratch = scratch
    self.traits = copy traits
    size = SizeMetrics.row(scratch.choice(.buttonSize) ?? .medium)
    let row = SystemStyleTable.row(
      button.base.look,
      Flattening.column(
        of: button.state,
        updatesForSelection: scratch.bool(.automaticallyUpdateForSelection)
          ?? button.base.updatesForSelection))
    let baseForeground = scratch.color(.baseForegroundColor)
    let baseBackground = scratch.color(.baseBackgroundColor)
    foreground = row.foreground.components(
      baseForeground: baseForeground, baseBackground: baseBackground, traits: traits)
    styleBackground = row.background.components(
      baseForeground: baseForeground, baseBackground: baseBackground, traits: traits)

    fillState(button)
    fillTitle()
    fillSubtitle()
    fillImage()
    fillBackground()
    fillStroke(isFocused: button.state.contains(.focused))
    fillShadow()
    fillLayout()
  }

  /// The row of the table for a state: disabled hides all others.
  private static func column(
    of state: ControlState, updatesForSelection: Bool
  ) -> SystemStyleTable.State {
    if state.contains(.disabled) { return .disabled }
    let isHighlighted = state.contains(.highlighted)
    guard updatesForSelection, state.contains(.selected) else {
      return isHighlighted ? .highlighted : .normal
    }
    return isHighlighted ? .selectedHighlighted : .selected
  }

  private mutating func fillState(_ button: borrowing ResolverInput) {
    appearance.isEnabled = !button.state.contains(.disabled)
    appearance.isSelected = button.state.contains(.selected)
    appearance.isHighlighted = button.state.contains(.highlighted)
    appearance.isFocused = button.state.contains(.focused)
    appearance.isBusy = button.isBusy || scratch.bool(.isBusy) ?? false
    appearance.role = button.role
    appearance.accessibilityLabel = scratch.text(.accessibilityLabel)
    appearance.accessibilityHint = scratch.text(.accessibilityHint)
  }

  private mutating func fillTitle() {
    let attributed = scratch.attributedText(.attributedTitle)
    appearance.title = attributed?.text ?? scratch.text(.title)
    let color = (attributed?.color ?? scratch.color(.titleColor)).map { traits.components($0) }
    appearance.titleColor = transformed(color ?? foreground, by: .titleColorTransformer)
    if let points = attributed?.fontSize ?? scratch.number(.titleFontSize) {
      appearance.titleFontSize = Appearance.rounded(points)
    } else {
      appearance.titleFontSize = traits[size.titleStyle]
      appearance.titleTextStyle = size.titleStyle
    }
    appearance.titleFontWeight =
      attributed?.fontWeight.flatMap { FontWeight(rawValue: $0) }
      ?? scratch.choice(.titleFontWeight) ?? size.titleStyle.weight
    appearance.titleUnderline =
      attributed?.underline ?? false || scratch.bool(.titleUnderline) ?? false
    appearance.titleStrikethrough =
      attributed?.strikethrough ?? false || scratch.bool(.titleStrikethrough) ?? false
    appearance.titleLineBreakMode = scratch.choice(.titleLineBreakMode) ?? .byWordWrapping
    appearance.titlePadding = length(.titlePadding, else: 1)
    appearance.titleAlignment = scratch.choice(.titleAlignment) ?? .automatic
  }

  private mutating func fillSubtitle() {
    let attributed = scratch.attributedText(.attributedSubtitle)
    guard let text = attributed?.text ?? scratch.text(.subtitle) else { return }
    appearance.subtitle = text
    let color = attributed?.color.map { traits.components($0) }
    appearance.subtitleColor = transformed(color ?? foreground, by: .subtitleColorTransformer)
    appearance.subtitleFontSize =
      attributed?.fontSize.map { Appearance.rounded($0) } ?? traits[size.subtitleStyle]
  }

  /// Image, activity indicator and indicator; a colour is given only to what is there.
  private mutating func fillImage() {
    if scratch.bool(.showsActivityIndicator) ?? false {
      appearance.showsActivityIndicator = true
      appearance.activityIndicatorColor = transformed(
        foreground, by: .activityIndicatorColorTransformer)
    } else if let image = scratch.text(.image) {
      appearance.imageName = image
      appearance.imageColor = transformed(foreground, by: .imageColorTransformer)
    }
    appearance.imagePlacement = scratch.choice(.imagePlacement) ?? .leading
    appearance.imagePadding = length(.imagePadding, else: 0)
    appearance.imageReservation = length(.imageReservation, else: 0)
    if scratch.choice(.indicator) == ButtonConfiguration.Indicator.popup {
      appearance.indicator = .popup
      appearance.indicatorColor = transformed(foreground, by: .indicatorColorTransformer)
    }
  }

  private mutating func fillBackground() {
    let color = scratch.color(.backgroundColor).map { traits.components($0) }
    appearance.backgroundColor = transformed(
      color ?? styleBackground, by: .backgroundColorTransformer)
    appearance.backgroundImageName = scratch.text(.backgroundImage)
    appearance.material = scratch.text(.material)

    let radius = scratch.number(.backgroundCornerRadius) ?? size.cornerRadius
    let style: ButtonConfiguration.CornerStyle = scratch.choice(.cornerStyle) ?? .dynamic
    switch style {
    case .capsule: appearance.cornerShape = .capsule
    case .fixed: appearance.cornerRadius = Appearance.rounded(radius)
    case .dynamic: appearance.cornerRadius = Appearance.rounded(radius * traits.scale)
    case .small, .medium, .large:
      appearance.cornerRadius = SizeMetrics.cornerRadius(of: style) ?? radius
    }
  }

  /// The outline; a focused button whose outline nobody sized gets a ring of 2 points, 2 outside.
  private mutating func fillStroke(isFocused: Bool) {
    let isRing = isFocused && scratch.number(.strokeWidth) == nil
    appearance.strokeWidth = length(.strokeWidth, else: isRing ? 2 : 0)
    appearance.strokeOutset = length(.strokeOutset, else: isRing ? 2 : 0)
    if let color = scratch.color(.strokeColor) {
      appearance.strokeColor = transformed(
        traits.components(color), by: .strokeColorTransformer)
    } else if appearance.strokeWidth > 0 {
      appearance.strokeColor = transformed(traits[.tint], by: .strokeColorTransformer)
    }
  }

  /// The shadow; one that cannot be seen has no colour.
  private mutating func fillShadow() {
    let opacity = scratch.number(.shadowOpacity) ?? 0
    let color = scratch.color(.shadowColor).map { traits.components($0) } ?? traits[.black]
    let rgba = color.opacity(opacity).rgba
    appearance.shadowColor = rgba & 0xFF == 0 ? 0 : rgba
    appearance.shadowRadius = length(.shadowRadius, else: 0)
    appearance.shadowX = length(.shadowX, else: 0)
    appearance.shadowY = length(.shadowY, else: 0)
  }

  private mutating func fillLayout() {
    appearance.insetTop = length(.contentInsetTop, else: size.verticalInset)
    appearance.insetLeading = length(.contentInsetLeading, else: size.horizontalInset)
    appearance.insetBottom = length(.contentInsetBottom, else: size.verticalInset)
    appearance.insetTrailing = length(.contentInsetTrailing, else: size.horizontalInset)
    appearance.isFullWidth = scratch.bool(.isFullWidth) ?? false
    appearance.opacity = length(.opacity, else: 1)
    appearance.scale = length(.scale, else: 1)
  }

  private func length(_ property: Property, else fallback: Double) -> Double {
    scratch.number(property).map { Appearance.rounded($0) } ?? fallback
  }

  private func transformed(_ color: ResolvedColor, by property: Property) -> UInt32 {
    traits.applying(scratch.effect(property), to: color).rgba
  }
}
