// UIKit's names for what a configuration sets; nil leaves a property to the style.
extension ButtonConfiguration {
  /// The title; the text of `attributedTitle` when that is set. Assigning it drops the attributes.
  public var title: String? {
    get { properties.mirroredText(.title)?.string }
    set { properties.assign(newValue.map { .text(UTF8String($0)) }, to: .title) }
  }

  /// The title with attributes; `title` without any when that is set. Assigning it replaces `title`.
  public var attributedTitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedTitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedTitle) }
  }

  /// The second line; the text of `attributedSubtitle` when that is set. Assigning it drops the attributes.
  public var subtitle: String? {
    get { properties.mirroredText(.subtitle)?.string }
    set { properties.assign(newValue.map { .text(UTF8String($0)) }, to: .subtitle) }
  }

  /// The second line with attributes; `subtitle` without any when that is set. Assigning it replaces
  /// `subtitle`.
  public var attributedSubtitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedSubtitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedSubtitle) }
  }

  /// Makes the title's colour out of the one that was decided.
  public var titleColorTransformer: Effect? {
    get { properties.effect(.titleColorTransformer) }
    set { properties.setEffect(newValue, for: .titleColorTransformer) }
  }

  /// Makes the subtitle's colour out of the foreground.
  public var subtitleColorTransformer: Effect? {
    get { properties.effect(.subtitleColorTransformer) }
    set { properties.setEffect(newValue, for: .subtitleColorTransformer) }
  }

  /// How a title that does not fit breaks.
  public var titleLineBreakMode: LineBreakMode? {
    get { properties.choice(.titleLineBreakMode) }
    set { properties.setChoice(newValue, for: .titleLineBreakMode) }
  }

  /// How a subtitle that does not fit breaks.
  public var subtitleLineBreakMode: LineBreakMode? {
    get { properties.choice(.subtitleLineBreakMode) }
    set { properties.setChoice(newValue, for: .subtitleLineBreakMode) }
  }

  /// Points between title and subtitle.
  public var titlePadding: Double? {
    get { properties.number(.titlePadding) }
    set { properties.setNumber(newValue, for: .titlePadding) }
  }

  /// Where title and subtitle stand to each other.
  public var titleAlignment: TitleAlignment? {
    get { properties.choice(.titleAlignment) }
    set { properties.setChoice(newValue, for: .titleAlignment) }
  }

  /// The name of an image that clients know.
  public var image: String? {
    get { properties.text(.image)?.string }
    set { properties.setText(newValue, for: .image) }
  }

  /// The side of the title on which the image stands.
  public var imagePlacement: ImagePlacement? {
    get { properties.choice(.imagePlacement) }
    set { properties.setChoice(newValue, for: .imagePlacement) }
  }

  /// Points between image and text.
  public var imagePadding: Double? {
    get { properties.number(.imagePadding) }
    set { properties.setNumber(newValue, for: .imagePadding) }
  }

  /// Points kept free for the image on its axis.
  public var imageReservation: Double? {
    get { properties.number(.imageReservation) }
    set { properties.setNumber(newValue, for: .imageReservation) }
  }

  /// Makes the image's colour out of the foreground.
  public var imageColorTransformer: Effect? {
    get { properties.effect(.imageColorTransformer) }
    set { properties.setEffect(newValue, for: .imageColorTransformer) }
  }

  /// Whether a spinner stands in the image's place.
  public var showsActivityIndicator: Bool? {
    get { properties.bool(.showsActivityIndicator) }
    set { properties.setBool(newValue, for: .showsActivityIndicator) }
  }

  /// Makes the spinner's colour out of the foreground.
  public var activityIndicatorColorTransformer: Effect? {
    get { properties.effect(.activityIndicatorColorTransformer) }
    set { properties.setEffect(newValue, for: .activityIndicatorColorTransformer) }
  }

  /// The mark that says what a press leads to.
  public var indicator: Indicator? {
    get { properties.choice(.indicator) }
    set { properties.setChoice(newValue, for: .indicator) }
  }

  /// Makes the indicator's colour out of the foreground.
  public var indicatorColorTransformer: Effect? {
    get { properties.effect(.indicatorColorTransformer) }
    set { properties.setEffect(newValue, for: .indicatorColorTransformer) }
  }

  /// Points around the content.
  public var contentInsets: DirectionalEdges {
    get { properties.edges(DirectionalEdges.content) }
    set { properties.setEdges(newValue, for: DirectionalEdges.content) }
  }

  /// The size from which insets, corner radius and font follow.
  public var buttonSize: Size? {
    get { properties.choice(.buttonSize) }
    set { properties.setChoice(newValue, for: .buttonSize) }
  }

  /// Where the corner radius comes from.
  public var cornerStyle: CornerStyle? {
    get { properties.choice(.cornerStyle) }
    set { properties.setChoice(newValue, for: .cornerStyle) }
  }

  /// The background's part of the properties.
  public var background: BackgroundConfiguration {
    get { BackgroundConfiguration(properties: properties.background) }
    set { properties.background = newValue.properties }
  }

  /// The colour from which the style makes text and image colours.
  public var baseForegroundColor: Color? {
    get { properties.color(.baseForegroundColor) }
    set { properties.setColor(newValue, for: .baseForegroundColor) }
  }

  /// The colour from which the style makes the background.
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
