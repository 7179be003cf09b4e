// UIKit's names for what a configuration sets; nil leaves a property to the style.
extension ButtonConfiguration {
  /// The title, or the text of `titleRuns` or `attributedTitle` if one is set. Setting it removes the
  /// attributes.
  public var title: String? {
    get { properties.mirroredText(.title)?.string }
    set { properties.setText(newValue, for: .title) }
  }

  /// The title with attributes, or `title` without attributes if that is set. Setting it replaces
  /// `title`.
  public var attributedTitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedTitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedTitle) }
  }

  /// The title in runs, each with its attributes; nil if it has none. Setting it replaces `title`
  /// and `attributedTitle`; runs over their bounds leave what there is.
  public var titleRuns: [TextRun]? {
    get { properties.textRuns(.titleRuns) }
    set {
      guard let newValue else { return properties.assign(nil, to: .titleRuns) }
      let json = TextRun.json(newValue)
      guard json.bytes.withUnsafeBytes({ TextRun.areValid($0) }) else { return }
      properties.assign(.text(json), to: .titleRuns)
    }
  }

  /// The second line, or the text of `attributedSubtitle` if that is set. Setting it removes the
  /// attributes.
  public var subtitle: String? {
    get { properties.mirroredText(.subtitle)?.string }
    set { properties.setText(newValue, for: .subtitle) }
  }

  /// The second line with attributes, or `subtitle` without attributes if that is set. Setting it
  /// replaces `subtitle`.
  public var attributedSubtitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedSubtitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedSubtitle) }
  }

  /// Transforms the resolved colour of the title.
  public var titleColorTransformer: Effect? {
    get { properties.effect(.titleColorTransformer) }
    set { properties.setEffect(newValue, for: .titleColorTransformer) }
  }

  /// Transforms the foreground colour into that of the subtitle.
  public var subtitleColorTransformer: Effect? {
    get { properties.effect(.subtitleColorTransformer) }
    set { properties.setEffect(newValue, for: .subtitleColorTransformer) }
  }

  /// How a title that does not fit is broken or truncated.
  public var titleLineBreakMode: LineBreakMode? {
    get { properties.choice(.titleLineBreakMode) }
    set { properties.setChoice(newValue, for: .titleLineBreakMode) }
  }

  /// How a subtitle that does not fit is broken or truncated.
  public var subtitleLineBreakMode: LineBreakMode? {
    get { properties.choice(.subtitleLineBreakMode) }
    set { properties.setChoice(newValue, for: .subtitleLineBreakMode) }
  }

  /// Points between title and subtitle.
  public var titlePadding: Double? {
    get { properties.number(.titlePadding) }
    set { properties.setNumber(newValue, for: .titlePadding) }
  }

  /// How title and subtitle are aligned with each other.
  public var titleAlignment: TitleAlignment? {
    get { properties.choice(.titleAlignment) }
    set { properties.setChoice(newValue, for: .titleAlignment) }
  }

  /// The name of an image that clients know.
  public var image: String? {
    get { properties.text(.image)?.string }
    set { properties.setText(newValue, for: .image) }
  }

  /// The side of the title where the image is placed.
  public var imagePlacement: ImagePlacement? {
    get { properties.choice(.imagePlacement) }
    set { properties.setChoice(newValue, for: .imagePlacement) }
  }

  /// Points between image and text.
  public var imagePadding: Double? {
    get { properties.number(.imagePadding) }
    set { properties.setNumber(newValue, for: .imagePadding) }
  }

  /// The space reserved for the image along its axis, in points.
  public var imageReservation: Double? {
    get { properties.number(.imageReservation) }
    set { properties.setNumber(newValue, for: .imageReservation) }
  }

  /// The side of the image's square, in points; nil: 1.2 times the title's font size.
  public var imageSize: Double? {
    get { properties.number(.imageSize) }
    set { properties.setNumber(newValue, for: .imageSize) }
  }

  /// How heavy the lines of a symbol are.
  public var imageWeight: FontWeight? {
    get { properties.choice(.imageWeight) }
    set { properties.setChoice(newValue, for: .imageWeight) }
  }

  /// Where the colours of the image come from.
  public var imageRenderingMode: ImageRenderingMode? {
    get { properties.choice(.imageRenderingMode) }
    set { properties.setChoice(newValue, for: .imageRenderingMode) }
  }

  /// Transforms the foreground colour into that of the image.
  public var imageColorTransformer: Effect? {
    get { properties.effect(.imageColorTransformer) }
    set { properties.setEffect(newValue, for: .imageColorTransformer) }
  }

  /// How the image moves.
  public var symbolEffect: SymbolEffect? {
    get { properties.choice(.symbolEffect) }
    set { properties.setChoice(newValue, for: .symbolEffect) }
  }

  /// Makes an effect that plays once play again whenever it changes.
  public var symbolEffectValue: String? {
    get { properties.text(.symbolEffectValue)?.string }
    set { properties.setText(newValue, for: .symbolEffectValue) }
  }

  /// How a text that changes gives way to the next one.
  public var contentTransition: ContentTransition? {
    get { properties.choice(.contentTransition) }
    set { properties.setChoice(newValue, for: .contentTransition) }
  }

  /// What shows of title, subtitle and image.
  public var labelStyle: LabelStyle? {
    get { properties.choice(.labelStyle) }
    set { properties.setChoice(newValue, for: .labelStyle) }
  }

  /// Whether an activity indicator replaces the image.
  public var showsActivityIndicator: Bool? {
    get { properties.bool(.showsActivityIndicator) }
    set { properties.setBool(newValue, for: .showsActivityIndicator) }
  }

  /// Transforms the foreground colour into that of the activity indicator.
  public var activityIndicatorColorTransformer: Effect? {
    get { properties.effect(.activityIndicatorColorTransformer) }
    set { properties.setEffect(newValue, for: .activityIndicatorColorTransformer) }
  }

  /// The indicator for what a press opens.
  public var indicator: Indicator? {
    get { properties.choice(.indicator) }
    set { properties.setChoice(newValue, for: .indicator) }
  }

  /// Transforms the foreground colour into that of the indicator.
  public var indicatorColorTransformer: Effect? {
    get { properties.effect(.indicatorColorTransformer) }
    set { properties.setEffect(newValue, for: .indicatorColorTransformer) }
  }

  /// How much of the background is filled from its leading edge, 0 to 1; nil: no progress.
  public var progress: Double? {
    get { properties.number(.progress) }
    set { properties.setNumber(newValue, for: .progress) }
  }

  /// The colour of the part that is filled; nil: it follows from title and background.
  public var progressColor: Color? {
    get { properties.color(.progressColor) }
    set { properties.setColor(newValue, for: .progressColor) }
  }

  /// Points around the content.
  public var contentInsets: DirectionalEdges {
    get { properties.edges(DirectionalEdges.content) }
    set { properties.setEdges(newValue, for: DirectionalEdges.content) }
  }

  /// The size, which determines insets, corner radius and font.
  public var buttonSize: Size? {
    get { properties.choice(.buttonSize) }
    set { properties.setChoice(newValue, for: .buttonSize) }
  }

  /// How the corner radius is determined.
  public var cornerStyle: CornerStyle? {
    get { properties.choice(.cornerStyle) }
    set { properties.setChoice(newValue, for: .cornerStyle) }
  }

  /// The size by SwiftUI's names, which stands above `buttonSize`.
  public var controlSize: ControlSize? {
    get { properties.choice(.controlSize) }
    set { properties.setChoice(newValue, for: .controlSize) }
  }

  /// The shape of the background, which stands above `cornerStyle`.
  public var borderShape: BorderShape? {
    get { properties.choice(.borderShape) }
    set { properties.setChoice(newValue, for: .borderShape) }
  }

  /// The radius of a rounded rectangle, in points.
  public var borderRadius: Double? {
    get { properties.number(.borderRadius) }
    set { properties.setNumber(newValue, for: .borderRadius) }
  }

  /// The background's part of the properties.
  public var background: BackgroundConfiguration {
    get { BackgroundConfiguration(properties: properties.background) }
    set { properties.background = newValue.properties }
  }

  /// The colour of text and image in every state; nil: the style decides.
  public var foregroundColor: Color? {
    get { properties.color(.foregroundColor) }
    set { properties.setColor(newValue, for: .foregroundColor) }
  }

  /// The colour from which the style derives the colours of text and image.
  public var baseForegroundColor: Color? {
    get { properties.color(.baseForegroundColor) }
    set { properties.setColor(newValue, for: .baseForegroundColor) }
  }

  /// The colour from which the style derives the background.
  public var baseBackgroundColor: Color? {
    get { properties.color(.baseBackgroundColor) }
    set { properties.setColor(newValue, for: .baseBackgroundColor) }
  }

  /// Whether the style shows that the button is selected.
  public var automaticallyUpdateForSelection: Bool? {
    get { properties.bool(.automaticallyUpdateForSelection) }
    set { properties.setBool(newValue, for: .automaticallyUpdateForSelection) }
  }

  /// Whether changes of the content may be animated.
  public var contentAnimation: ContentAnimation? {
    get { properties.choice(.contentAnimation) }
    set { properties.setChoice(newValue, for: .contentAnimation) }
  }

  /// What assistive technology reads out instead of the title.
  public var accessibilityLabel: String? {
    get { properties.text(.accessibilityLabel)?.string }
    set { properties.setText(newValue, for: .accessibilityLabel) }
  }

  /// What assistive technology adds about the result of a press.
  public var accessibilityHint: String? {
    get { properties.text(.accessibilityHint)?.string }
    set { properties.setText(newValue, for: .accessibilityHint) }
  }
}

extension PropertyList {
  /// The entries whose names begin with `background.`.
  fileprivate var background: PropertyList {
    get {
      PropertyList(entries.filter { PropertyRegistry.backgroundProperties.contains($0.property) })
    }
    set {
      let others = entries.filter { !PropertyRegistry.backgroundProperties.contains($0.property) }
      self = PropertyList(others + newValue.entries)
    }
  }
}

extension PropertyRegistry {
  /// The properties of `BackgroundConfiguration`.
  static let backgroundProperties = PropertySet(backgroundRows.map(\.property))
}
