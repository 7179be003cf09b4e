package import ButtonModel

extension Appearance {
  /// The look that a client received: flat names with scalar values, those at their default left out.
  ///
  /// Unknown names and values of the wrong type are skipped.
  package init(members: [String: StateValue]) {
    self.init()
    for (name, value) in members {
      var name = name
      guard let key = name.withUTF8({ AppearanceKey(name: UnsafeRawBufferPointer($0)) }) else {
        continue
      }
      set(key, value)
    }
  }

  private mutating func set(_ key: AppearanceKey, _ value: StateValue) {
    switch value {
    case .bool(let flag): set(key, flag)
    case .int(let number): set(key, Double(number))
    case .double(let number): set(key, number)
    case .string(let text):
      if let color = Color.rgba(hex: text.string) { set(key, color: color) }
      set(key, text)
    case .json(let json) where key == .titleRuns: titleRuns = Appearance.runs(json)
    case .null, .json: break
    }
  }

  /// The runs of a title; none where they are not ones that a daemon sends.
  private static func runs(_ json: UTF8String) -> [TitleRun] {
    ((try? TextRun.runs(json)) ?? []).map { run in
      var color: UInt32 = 0xFF
      if case .rgba(let rgba)? = run.color { color = rgba }
      return TitleRun(
        text: run.text, color: color, fontWeight: run.fontWeight ?? .regular, italic: run.italic,
        underline: run.underline, strikethrough: run.strikethrough, link: run.link)
    }
  }

  private mutating func set(_ key: AppearanceKey, _ flag: Bool) {
    switch key {
    case .isEnabled: isEnabled = flag
    case .isSelected: isSelected = flag
    case .isHighlighted: isHighlighted = flag
    case .isFocused: isFocused = flag
    case .isBusy: isBusy = flag
    case .titleItalic: titleItalic = flag
    case .titleMonospacedDigits: titleMonospacedDigits = flag
    case .subtitleItalic: subtitleItalic = flag
    case .subtitleMonospacedDigits: subtitleMonospacedDigits = flag
    case .titleUnderline: titleUnderline = flag
    case .titleStrikethrough: titleStrikethrough = flag
    case .subtitleUnderline: subtitleUnderline = flag
    case .subtitleStrikethrough: subtitleStrikethrough = flag
    case .showsActivityIndicator: showsActivityIndicator = flag
    case .isCircle: isCircle = flag
    case .isFullWidth: isFullWidth = flag
    default: break
    }
  }

  private mutating func set(_ key: AppearanceKey, _ number: Double) {
    guard number.isFinite else { return }
    switch key {
    case .titleFontSize: titleFontSize = number
    case .subtitleFontSize: subtitleFontSize = number
    case .titlePadding: titlePadding = number
    case .imagePadding: imagePadding = number
    case .imageReservation: imageReservation = number
    case .imageSize: imageSize = number
    case .progress: progress = number
    case .cornerRadius: cornerRadius = number
    case .strokeWidth: strokeWidth = number
    case .strokeOutset: strokeOutset = number
    case .backgroundInsetTop: backgroundInsetTop = number
    case .backgroundInsetLeading: backgroundInsetLeading = number
    case .backgroundInsetBottom: backgroundInsetBottom = number
    case .backgroundInsetTrailing: backgroundInsetTrailing = number
    case .shadowRadius: shadowRadius = number
    case .shadowX: shadowX = number
    case .shadowY: shadowY = number
    case .insetTop: insetTop = number
    case .insetLeading: insetLeading = number
    case .insetBottom: insetBottom = number
    case .insetTrailing: insetTrailing = number
    case .opacity: opacity = number
    case .scale: scale = number
    default: break
    }
  }

  private mutating func set(_ key: AppearanceKey, color: UInt32) {
    switch key {
    case .titleColor: titleColor = color
    case .subtitleColor: subtitleColor = color
    case .imageColor: imageColor = color
    case .activityIndicatorColor: activityIndicatorColor = color
    case .indicatorColor: indicatorColor = color
    case .progressColor: progressColor = color
    case .backgroundColor: backgroundColor = color
    case .strokeColor: strokeColor = color
    case .shadowColor: shadowColor = color
    default: break
    }
  }

  private mutating func set(_ key: AppearanceKey, _ text: UTF8String) {
    let name = text.string
    switch key {
    case .title: title = text
    case .subtitle: subtitle = text
    case .imageName: imageName = text
    case .symbolEffectValue: symbolEffectValue = text
    case .symbolEffect:
      symbolEffect = ButtonConfiguration.SymbolEffect(name: name) ?? symbolEffect
    case .contentTransition:
      contentTransition = ButtonConfiguration.ContentTransition(name: name) ?? contentTransition
    case .material: material = text
    case .backgroundImageName: backgroundImageName = text
    case .accessibilityLabel: accessibilityLabel = text
    case .accessibilityHint: accessibilityHint = text
    case .role: role = ButtonRole(rawValue: name) ?? role
    case .titleFontWeight: titleFontWeight = FontWeight(name: name) ?? titleFontWeight
    case .subtitleFontWeight: subtitleFontWeight = FontWeight(name: name) ?? subtitleFontWeight
    case .titleTextStyle: titleTextStyle = TextStyle(name: name)
    case .subtitleTextStyle: subtitleTextStyle = TextStyle(name: name)
    case .titleFontDesign: titleFontDesign = FontDesign(name: name) ?? titleFontDesign
    case .subtitleFontDesign: subtitleFontDesign = FontDesign(name: name) ?? subtitleFontDesign
    case .titleLineBreakMode:
      titleLineBreakMode = ButtonConfiguration.LineBreakMode(name: name) ?? titleLineBreakMode
    case .subtitleLineBreakMode:
      subtitleLineBreakMode =
        ButtonConfiguration.LineBreakMode(name: name) ?? subtitleLineBreakMode
    case .titleAlignment:
      titleAlignment = ButtonConfiguration.TitleAlignment(name: name) ?? titleAlignment
    case .imagePlacement:
      imagePlacement = ButtonConfiguration.ImagePlacement(name: name) ?? imagePlacement
    case .imageWeight: imageWeight = FontWeight(name: name) ?? imageWeight
    case .imageRenderingMode:
      imageRenderingMode =
        ButtonConfiguration.ImageRenderingMode(name: name) ?? imageRenderingMode
    case .indicator: indicator = Indicator(name: name) ?? indicator
    case .backgroundImageContentMode:
      backgroundImageContentMode =
        BackgroundConfiguration.ImageContentMode(name: name) ?? backgroundImageContentMode
    case .cornerShape: cornerShape = CornerShape(name: name) ?? cornerShape
    default: break
    }
  }
}
