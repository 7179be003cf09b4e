// Written by scripts/record from the registry of properties, revision 8.

extension ButtonConfiguration {
  /// The colour of title, subtitle, image, activity indicator and indicator, whatever the style would
  /// make of them; nil: the style decides. Assigning it drops titleColor. Attributed texts keep their
  /// own colours; colour transformers start from this one.
  public var foregroundColor: Color? {
    get { properties.color(.foregroundColor) }
    set { properties.setColor(newValue, for: .foregroundColor) }
  }

  /// Makes the title's colour out of the one that was decided.
  public var titleColorTransformer: Effect? {
    get { properties.effect(.titleColorTransformer) }
    set { properties.setEffect(newValue, for: .titleColorTransformer) }
  }

  /// The text style from which the title's size, which grows with the content size, and its weight
  /// follow; nil: the one that belongs to `buttonSize`. Assigning it drops `titleFontSize`.
  public var titleTextStyle: TextStyle? {
    get { properties.choice(.titleTextStyle) }
    set { properties.setChoice(newValue, for: .titleTextStyle) }
  }

  /// The title's size in points (1 to 1,000), whatever the content size unless
  /// `titleAdjustsFontForContentSize` is true; nil: the size of the text style. Assigning it drops
  /// `titleTextStyle`.
  public var titleFontSize: Double? {
    get { properties.number(.titleFontSize) }
    set { properties.setNumber(newValue, for: .titleFontSize) }
  }

  /// How heavy the title's letters are.
  public var titleFontWeight: FontWeight? {
    get { properties.choice(.titleFontWeight) }
    set { properties.setChoice(newValue, for: .titleFontWeight) }
  }

  /// The design of the title's font, which clients draw with the fonts that they have.
  public var titleFontDesign: FontDesign? {
    get { properties.choice(.titleFontDesign) }
    set { properties.setChoice(newValue, for: .titleFontDesign) }
  }

  /// Whether the title is italic.
  public var titleItalic: Bool? {
    get { properties.bool(.titleItalic) }
    set { properties.setBool(newValue, for: .titleItalic) }
  }

  /// Whether all digits of the title are as wide as each other.
  public var titleMonospacedDigits: Bool? {
    get { properties.bool(.titleMonospacedDigits) }
    set { properties.setBool(newValue, for: .titleMonospacedDigits) }
  }

  /// Whether a size in points grows with the content size as text styles do.
  public var titleAdjustsFontForContentSize: Bool? {
    get { properties.bool(.titleAdjustsFontForContentSize) }
    set { properties.setBool(newValue, for: .titleAdjustsFontForContentSize) }
  }

  /// Makes the title's font out of the one that was decided, attributes of the text included. The text
  /// form of a `FontEffect`.
  public var titleFontTransformer: String? {
    get { properties.text(.titleFontTransformer)?.string }
    set { properties.setText(newValue, for: .titleFontTransformer) }
  }

  /// How a title that does not fit breaks; wrapping runs over several lines, clipping and truncating
  /// keep one.
  public var titleLineBreakMode: LineBreakMode? {
    get { properties.choice(.titleLineBreakMode) }
    set { properties.setChoice(newValue, for: .titleLineBreakMode) }
  }

  /// How many lines a title that wraps has at most (1 to 100); what does not fit is truncated at its
  /// end. A fraction is dropped; nil: as many as the client has room for.
  public var titleLineLimit: Double? {
    get { properties.number(.titleLineLimit) }
    set { properties.setNumber(newValue, for: .titleLineLimit) }
  }

  /// Points (0 to 10,000) between title and subtitle.
  public var titlePadding: Double? {
    get { properties.number(.titlePadding) }
    set { properties.setNumber(newValue, for: .titlePadding) }
  }

  /// On which side title and subtitle are flush; `automatic` leaves it to the client.
  public var titleAlignment: TitleAlignment? {
    get { properties.choice(.titleAlignment) }
    set { properties.setChoice(newValue, for: .titleAlignment) }
  }

  /// Makes the subtitle's colour out of the foreground colour.
  public var subtitleColorTransformer: Effect? {
    get { properties.effect(.subtitleColorTransformer) }
    set { properties.setEffect(newValue, for: .subtitleColorTransformer) }
  }

  /// How a subtitle that does not fit breaks; wrapping runs over several lines, clipping and
  /// truncating keep one.
  public var subtitleLineBreakMode: LineBreakMode? {
    get { properties.choice(.subtitleLineBreakMode) }
    set { properties.setChoice(newValue, for: .subtitleLineBreakMode) }
  }

  /// The text style from which the subtitle's size, which grows with the content size, and its weight
  /// follow; nil: the one that belongs to `buttonSize`. Assigning it drops `subtitleFontSize`.
  public var subtitleTextStyle: TextStyle? {
    get { properties.choice(.subtitleTextStyle) }
    set { properties.setChoice(newValue, for: .subtitleTextStyle) }
  }

  /// The subtitle's size in points (1 to 1,000), whatever the content size unless
  /// `subtitleAdjustsFontForContentSize` is true; nil: the size of the text style. Assigning it drops
  /// `subtitleTextStyle`.
  public var subtitleFontSize: Double? {
    get { properties.number(.subtitleFontSize) }
    set { properties.setNumber(newValue, for: .subtitleFontSize) }
  }

  /// How heavy the subtitle's letters are.
  public var subtitleFontWeight: FontWeight? {
    get { properties.choice(.subtitleFontWeight) }
    set { properties.setChoice(newValue, for: .subtitleFontWeight) }
  }

  /// The design of the subtitle's font, which clients draw with the fonts that they have.
  public var subtitleFontDesign: FontDesign? {
    get { properties.choice(.subtitleFontDesign) }
    set { properties.setChoice(newValue, for: .subtitleFontDesign) }
  }

  /// Whether the subtitle is italic.
  public var subtitleItalic: Bool? {
    get { properties.bool(.subtitleItalic) }
    set { properties.setBool(newValue, for: .subtitleItalic) }
  }

  /// Whether all digits of the subtitle are as wide as each other.
  public var subtitleMonospacedDigits: Bool? {
    get { properties.bool(.subtitleMonospacedDigits) }
    set { properties.setBool(newValue, for: .subtitleMonospacedDigits) }
  }

  /// Whether a size in points grows with the content size as text styles do.
  public var subtitleAdjustsFontForContentSize: Bool? {
    get { properties.bool(.subtitleAdjustsFontForContentSize) }
    set { properties.setBool(newValue, for: .subtitleAdjustsFontForContentSize) }
  }

  /// Makes the subtitle's font out of the one that was decided, attributes of the text included. The
  /// text form of a `FontEffect`.
  public var subtitleFontTransformer: String? {
    get { properties.text(.subtitleFontTransformer)?.string }
    set { properties.setText(newValue, for: .subtitleFontTransformer) }
  }

  /// The name of an image that clients know; nil or empty: none.
  public var image: String? {
    get { properties.text(.image)?.string }
    set { properties.setText(newValue, for: .image) }
  }

  /// The side of the title on which the image or the activity indicator stands.
  public var imagePlacement: ImagePlacement? {
    get { properties.choice(.imagePlacement) }
    set { properties.setChoice(newValue, for: .imagePlacement) }
  }

  /// Points (0 to 10,000) between image and text.
  public var imagePadding: Double? {
    get { properties.number(.imagePadding) }
    set { properties.setNumber(newValue, for: .imagePadding) }
  }

  /// Points (0 to 10,000) kept free for the image on its axis.
  public var imageReservation: Double? {
    get { properties.number(.imageReservation) }
    set { properties.setNumber(newValue, for: .imageReservation) }
  }

  /// Makes the image's colour out of the foreground colour.
  public var imageColorTransformer: Effect? {
    get { properties.effect(.imageColorTransformer) }
    set { properties.setEffect(newValue, for: .imageColorTransformer) }
  }

  /// How the image moves: `bounce` and `wiggle` move it once; `pulse`, `variableColor`, `rotate` and
  /// `breathe` as long as they are set. It stands still where the reader wants little motion or the
  /// client cannot do it.
  public var symbolEffect: SymbolEffect? {
    get { properties.choice(.symbolEffect) }
    set { properties.setChoice(newValue, for: .symbolEffect) }
  }

  /// Makes bounce and wiggle play again whenever it changes.
  public var symbolEffectValue: String? {
    get { properties.text(.symbolEffectValue)?.string }
    set { properties.setText(newValue, for: .symbolEffectValue) }
  }

  /// The side in points (1 to 1,000) of the square of the image, and of the activity indicator,
  /// whatever the content size; nil: 1.2 times the title's font size.
  public var imageSize: Double? {
    get { properties.number(.imageSize) }
    set { properties.setNumber(newValue, for: .imageSize) }
  }

  /// How heavy the lines of a symbol are.
  public var imageWeight: FontWeight? {
    get { properties.choice(.imageWeight) }
    set { properties.setChoice(newValue, for: .imageWeight) }
  }

  /// Whether the image has the foreground colour (`template`) or its own colours (`original`), which
  /// are then as opaque as the foreground colour.
  public var imageRenderingMode: ImageRenderingMode? {
    get { properties.choice(.imageRenderingMode) }
    set { properties.setChoice(newValue, for: .imageRenderingMode) }
  }

  /// What shows of title, subtitle and image; a title that `iconOnly` hides stays for assistive
  /// technology.
  public var labelStyle: LabelStyle? {
    get { properties.choice(.labelStyle) }
    set { properties.setChoice(newValue, for: .labelStyle) }
  }

  /// Whether an activity indicator replaces the image.
  public var showsActivityIndicator: Bool? {
    get { properties.bool(.showsActivityIndicator) }
    set { properties.setBool(newValue, for: .showsActivityIndicator) }
  }

  /// Makes the activity indicator's colour out of the foreground colour.
  public var activityIndicatorColorTransformer: Effect? {
    get { properties.effect(.activityIndicatorColorTransformer) }
    set { properties.setEffect(newValue, for: .activityIndicatorColorTransformer) }
  }

  /// The mark for what a press opens; `automatic` shows no mark.
  public var indicator: Indicator? {
    get { properties.choice(.indicator) }
    set { properties.setChoice(newValue, for: .indicator) }
  }

  /// Makes the indicator's colour out of the foreground colour.
  public var indicatorColorTransformer: Effect? {
    get { properties.effect(.indicatorColorTransformer) }
    set { properties.setEffect(newValue, for: .indicatorColorTransformer) }
  }

  /// How much of the background is filled, from its leading edge; a number below 0 counts as 0, one
  /// above 1 as 1. While it is not set, there is no progress.
  public var progress: Double? {
    get { properties.number(.progress) }
    set { properties.setNumber(newValue, for: .progress) }
  }

  /// The colour of the part that progress fills, laid over the background; nil: the title's colour
  /// with alpha 0.2, or black with alpha 0.2 where the title is lighter than a background that is not
  /// dark.
  public var progressColor: Color? {
    get { properties.color(.progressColor) }
    set { properties.setColor(newValue, for: .progressColor) }
  }

  /// The size from which insets, corner radius and font follow where nobody sets them.
  public var buttonSize: Size? {
    get { properties.choice(.buttonSize) }
    set { properties.setChoice(newValue, for: .buttonSize) }
  }

  /// The size by SwiftUI's names, where `regular` is `buttonSize` medium; that of the group unless the
  /// button has its own. Assigning it drops `buttonSize`, and vice versa.
  public var controlSize: ControlSize? {
    get { properties.choice(.controlSize) }
    set { properties.setChoice(newValue, for: .controlSize) }
  }

  /// Where the corner radius comes from: `fixed` takes `background.cornerRadius` as it is, `dynamic`
  /// grows it with the content size, `small`, `medium` and `large` have their own, `capsule` is round.
  public var cornerStyle: CornerStyle? {
    get { properties.choice(.cornerStyle) }
    set { properties.setChoice(newValue, for: .cornerStyle) }
  }

  /// The shape of the background, that of the group unless the button has its own: `automatic` is the
  /// style's, `capsule` has round ends, `circle` is as wide as high, `roundedRectangle` takes
  /// `borderRadius`. Assigning it drops `cornerStyle`, and vice versa.
  public var borderShape: BorderShape? {
    get { properties.choice(.borderShape) }
    set { properties.setChoice(newValue, for: .borderShape) }
  }

  /// The radius in points (0 to 10,000) of a roundedRectangle, whatever the content size; that of the
  /// group unless the button has its own, then `background.cornerRadius`, then the style's.
  public var borderRadius: Double? {
    get { properties.number(.borderRadius) }
    set { properties.setNumber(newValue, for: .borderRadius) }
  }

  /// The colour from which the style makes text and image colours; nil: the style decides.
  public var baseForegroundColor: Color? {
    get { properties.color(.baseForegroundColor) }
    set { properties.setColor(newValue, for: .baseForegroundColor) }
  }

  /// The colour from which the style makes the background; nil: the style decides.
  public var baseBackgroundColor: Color? {
    get { properties.color(.baseBackgroundColor) }
    set { properties.setColor(newValue, for: .baseBackgroundColor) }
  }

  /// Whether the base style shows that the button is selected; nil: not with the styles filled,
  /// borderedProminent and prominentGlass, but with all others.
  public var automaticallyUpdateForSelection: Bool? {
    get { properties.bool(.automaticallyUpdateForSelection) }
    set { properties.setBool(newValue, for: .automaticallyUpdateForSelection) }
  }

  /// Whether changes of the content may be animated.
  public var contentAnimation: ContentAnimation? {
    get { properties.choice(.contentAnimation) }
    set { properties.setChoice(newValue, for: .contentAnimation) }
  }

  /// How a title or subtitle that changes gives way to the next: at once, fading, or like a counter;
  /// always at once where the reader wants little motion or the client cannot do it.
  public var contentTransition: ContentTransition? {
    get { properties.choice(.contentTransition) }
    set { properties.setChoice(newValue, for: .contentTransition) }
  }

  /// What assistive technology reads out; nil or empty: the title.
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

extension BackgroundConfiguration {
  /// The corner radius in points (0 to 10,000), clamped to what fits. It counts where
  /// `ButtonConfiguration.cornerStyle` is fixed, or dynamic, which lets it grow with the content size;
  /// nil: the style's for the `ButtonConfiguration.buttonSize`.
  public var cornerRadius: Double? {
    get { properties.number(.backgroundCornerRadius) }
    set { properties.setNumber(newValue, for: .backgroundCornerRadius) }
  }

  /// The colour of the background's fill, in every state; nil: the style decides; clear: no fill.
  public var backgroundColor: Color? {
    get { properties.color(.backgroundColor) }
    set { properties.setColor(newValue, for: .backgroundColor) }
  }

  /// Makes the background's colour out of the one that was decided.
  public var backgroundColorTransformer: Effect? {
    get { properties.effect(.backgroundColorTransformer) }
    set { properties.setEffect(newValue, for: .backgroundColorTransformer) }
  }

  /// The outline's colour; nil: the tint.
  public var strokeColor: Color? {
    get { properties.color(.strokeColor) }
    set { properties.setColor(newValue, for: .strokeColor) }
  }

  /// Makes the outline's colour out of the one that was decided.
  public var strokeColorTransformer: Effect? {
    get { properties.effect(.strokeColorTransformer) }
    set { properties.setEffect(newValue, for: .strokeColorTransformer) }
  }

  /// The outline's width in points (0 to 10,000); while it is not set, the base styles draw a focus
  /// ring of 2.
  public var strokeWidth: Double? {
    get { properties.number(.strokeWidth) }
    set { properties.setNumber(newValue, for: .strokeWidth) }
  }

  /// Points (−10,000 to 10,000) by which the outline lies outside the background.
  public var strokeOutset: Double? {
    get { properties.number(.strokeOutset) }
    set { properties.setNumber(newValue, for: .strokeOutset) }
  }

  /// The name of an image that clients know, drawn behind the content; nil or empty: none.
  public var image: String? {
    get { properties.text(.backgroundImage)?.string }
    set { properties.setText(newValue, for: .backgroundImage) }
  }

  /// How the background image fills its place.
  public var imageContentMode: ImageContentMode? {
    get { properties.choice(.backgroundImageContentMode) }
    set { properties.setChoice(newValue, for: .backgroundImageContentMode) }
  }

  /// The name of a visual effect behind the background, a hint to clients; nil or empty: none.
  public var material: String? {
    get { properties.text(.material)?.string }
    set { properties.setText(newValue, for: .material) }
  }
}
