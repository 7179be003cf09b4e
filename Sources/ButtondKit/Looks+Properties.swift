// Written by scripts/record from the registry of properties, revision 8.

extension Look {
  /// The title; nil or empty: none. Assigning it drops `titleRuns` and any attributed title.
  public var title: String? {
    get { call.property("button.title") }
    nonmutating set { call.setProperty("button.title", newValue) }
  }

  /// The colour of title, subtitle, image, activity indicator and indicator, whatever the style would
  /// make of them; while nobody sets it, the style decides. Assigning it drops `titleColor`.
  /// Attributed texts keep their own colours; colour transformers start from this one.
  public var foregroundColor: Color? {
    get { call.property("button.foregroundColor") }
    nonmutating set { call.setProperty("button.foregroundColor", newValue) }
  }

  /// The title's colour; while nobody sets it, the style decides.
  public var titleColor: Color? {
    get { call.property("button.titleColor") }
    nonmutating set { call.setProperty("button.titleColor", newValue) }
  }

  /// Makes the title's colour out of the one that was decided.
  public var titleColorTransformer: Effect? {
    get { call.property("button.titleColorTransformer") }
    nonmutating set { call.setProperty("button.titleColorTransformer", newValue) }
  }

  /// The text style from which the title's size, which grows with the content size, and its weight
  /// follow; while nobody sets it, the one that belongs to `buttonSize`. Assigning it drops
  /// `titleFontSize`.
  public var titleTextStyle: TextStyle? {
    get { call.property("button.titleTextStyle") }
    nonmutating set { call.setProperty("button.titleTextStyle", newValue) }
  }

  /// The title's size in points (1 to 1,000), whatever the content size unless
  /// `titleAdjustsFontForContentSize` is true; while nobody sets it, the size of the text style.
  /// Assigning it drops `titleTextStyle`.
  public var titleFontSize: Double? {
    get { call.property("button.titleFontSize") }
    nonmutating set { call.setProperty("button.titleFontSize", newValue) }
  }

  /// How heavy the title's letters are.
  public var titleFontWeight: FontWeight? {
    get { call.property("button.titleFontWeight") }
    nonmutating set { call.setProperty("button.titleFontWeight", newValue) }
  }

  /// The design of the title's font, which clients draw with the fonts that they have.
  public var titleFontDesign: FontDesign? {
    get { call.property("button.titleFontDesign") }
    nonmutating set { call.setProperty("button.titleFontDesign", newValue) }
  }

  /// Whether the title is italic.
  public var titleItalic: Bool? {
    get { call.property("button.titleItalic") }
    nonmutating set { call.setProperty("button.titleItalic", newValue) }
  }

  /// Whether all digits of the title are as wide as each other.
  public var titleMonospacedDigits: Bool? {
    get { call.property("button.titleMonospacedDigits") }
    nonmutating set { call.setProperty("button.titleMonospacedDigits", newValue) }
  }

  /// Whether a size in points grows with the content size as text styles do.
  public var titleAdjustsFontForContentSize: Bool? {
    get { call.property("button.titleAdjustsFontForContentSize") }
    nonmutating set { call.setProperty("button.titleAdjustsFontForContentSize", newValue) }
  }

  /// Makes the title's font out of the one that was decided, attributes of the text included.
  public var titleFontTransformer: FontEffect? {
    get { call.property("button.titleFontTransformer") }
    nonmutating set { call.setProperty("button.titleFontTransformer", newValue) }
  }

  /// Whether the title is underlined.
  public var titleUnderline: Bool? {
    get { call.property("button.titleUnderline") }
    nonmutating set { call.setProperty("button.titleUnderline", newValue) }
  }

  /// Whether the title is struck through.
  public var titleStrikethrough: Bool? {
    get { call.property("button.titleStrikethrough") }
    nonmutating set { call.setProperty("button.titleStrikethrough", newValue) }
  }

  /// How a title that does not fit breaks; wrapping runs over several lines, clipping and truncating
  /// keep one.
  public var titleLineBreakMode: LineBreakMode? {
    get { call.property("button.titleLineBreakMode") }
    nonmutating set { call.setProperty("button.titleLineBreakMode", newValue) }
  }

  /// How many lines a title that wraps has at most (1 to 100); what does not fit is truncated at its
  /// end. A fraction is dropped; while nobody sets it, as many as the client has room for.
  public var titleLineLimit: Double? {
    get { call.property("button.titleLineLimit") }
    nonmutating set { call.setProperty("button.titleLineLimit", newValue) }
  }

  /// Points (0 to 10,000) between title and subtitle.
  public var titlePadding: Double? {
    get { call.property("button.titlePadding") }
    nonmutating set { call.setProperty("button.titlePadding", newValue) }
  }

  /// On which side title and subtitle are flush; `automatic` leaves it to the client.
  public var titleAlignment: TitleAlignment? {
    get { call.property("button.titleAlignment") }
    nonmutating set { call.setProperty("button.titleAlignment", newValue) }
  }

  /// The second line; nil or empty: none. Assigning it drops any attributed subtitle.
  public var subtitle: String? {
    get { call.property("button.subtitle") }
    nonmutating set { call.setProperty("button.subtitle", newValue) }
  }

  /// Makes the subtitle's colour out of the foreground colour.
  public var subtitleColorTransformer: Effect? {
    get { call.property("button.subtitleColorTransformer") }
    nonmutating set { call.setProperty("button.subtitleColorTransformer", newValue) }
  }

  /// How a subtitle that does not fit breaks; wrapping runs over several lines, clipping and
  /// truncating keep one.
  public var subtitleLineBreakMode: LineBreakMode? {
    get { call.property("button.subtitleLineBreakMode") }
    nonmutating set { call.setProperty("button.subtitleLineBreakMode", newValue) }
  }

  /// The text style from which the subtitle's size, which grows with the content size, and its weight
  /// follow; while nobody sets it, the one that belongs to `buttonSize`. Assigning it drops
  /// `subtitleFontSize`.
  public var subtitleTextStyle: TextStyle? {
    get { call.property("button.subtitleTextStyle") }
    nonmutating set { call.setProperty("button.subtitleTextStyle", newValue) }
  }

  /// The subtitle's size in points (1 to 1,000), whatever the content size unless
  /// `subtitleAdjustsFontForContentSize` is true; while nobody sets it, the size of the text style.
  /// Assigning it drops `subtitleTextStyle`.
  public var subtitleFontSize: Double? {
    get { call.property("button.subtitleFontSize") }
    nonmutating set { call.setProperty("button.subtitleFontSize", newValue) }
  }

  /// How heavy the subtitle's letters are.
  public var subtitleFontWeight: FontWeight? {
    get { call.property("button.subtitleFontWeight") }
    nonmutating set { call.setProperty("button.subtitleFontWeight", newValue) }
  }

  /// The design of the subtitle's font, which clients draw with the fonts that they have.
  public var subtitleFontDesign: FontDesign? {
    get { call.property("button.subtitleFontDesign") }
    nonmutating set { call.setProperty("button.subtitleFontDesign", newValue) }
  }

  /// Whether the subtitle is italic.
  public var subtitleItalic: Bool? {
    get { call.property("button.subtitleItalic") }
    nonmutating set { call.setProperty("button.subtitleItalic", newValue) }
  }

  /// Whether all digits of the subtitle are as wide as each other.
  public var subtitleMonospacedDigits: Bool? {
    get { call.property("button.subtitleMonospacedDigits") }
    nonmutating set { call.setProperty("button.subtitleMonospacedDigits", newValue) }
  }

  /// Whether a size in points grows with the content size as text styles do.
  public var subtitleAdjustsFontForContentSize: Bool? {
    get { call.property("button.subtitleAdjustsFontForContentSize") }
    nonmutating set { call.setProperty("button.subtitleAdjustsFontForContentSize", newValue) }
  }

  /// Makes the subtitle's font out of the one that was decided, attributes of the text included.
  public var subtitleFontTransformer: FontEffect? {
    get { call.property("button.subtitleFontTransformer") }
    nonmutating set { call.setProperty("button.subtitleFontTransformer", newValue) }
  }

  /// The name of an image that clients know; nil or empty: none.
  public var image: String? {
    get { call.property("button.image") }
    nonmutating set { call.setProperty("button.image", newValue) }
  }

  /// The side of the title on which the image or the activity indicator stands.
  public var imagePlacement: ImagePlacement? {
    get { call.property("button.imagePlacement") }
    nonmutating set { call.setProperty("button.imagePlacement", newValue) }
  }

  /// Points (0 to 10,000) between image and text.
  public var imagePadding: Double? {
    get { call.property("button.imagePadding") }
    nonmutating set { call.setProperty("button.imagePadding", newValue) }
  }

  /// Points (0 to 10,000) kept free for the image on its axis.
  public var imageReservation: Double? {
    get { call.property("button.imageReservation") }
    nonmutating set { call.setProperty("button.imageReservation", newValue) }
  }

  /// Makes the image's colour out of the foreground colour.
  public var imageColorTransformer: Effect? {
    get { call.property("button.imageColorTransformer") }
    nonmutating set { call.setProperty("button.imageColorTransformer", newValue) }
  }

  /// How the image moves: `bounce` and `wiggle` move it once; `pulse`, `variableColor`, `rotate` and
  /// `breathe` as long as they are set. It stands still where the reader wants little motion or the
  /// client cannot do it.
  public var symbolEffect: SymbolEffect? {
    get { call.property("button.symbolEffect") }
    nonmutating set { call.setProperty("button.symbolEffect", newValue) }
  }

  /// Makes bounce and wiggle play again whenever it changes.
  public var symbolEffectValue: String? {
    get { call.property("button.symbolEffectValue") }
    nonmutating set { call.setProperty("button.symbolEffectValue", newValue) }
  }

  /// The side in points (1 to 1,000) of the square of the image, and of the activity indicator,
  /// whatever the content size; while nobody sets it, 1.2 times the title's font size.
  public var imageSize: Double? {
    get { call.property("button.imageSize") }
    nonmutating set { call.setProperty("button.imageSize", newValue) }
  }

  /// How heavy the lines of a symbol are.
  public var imageWeight: FontWeight? {
    get { call.property("button.imageWeight") }
    nonmutating set { call.setProperty("button.imageWeight", newValue) }
  }

  /// Whether the image has the foreground colour (`template`) or its own colours (`original`), which
  /// are then as opaque as the foreground colour.
  public var imageRenderingMode: ImageRenderingMode? {
    get { call.property("button.imageRenderingMode") }
    nonmutating set { call.setProperty("button.imageRenderingMode", newValue) }
  }

  /// What shows of title, subtitle and image; a title that `iconOnly` hides stays for assistive
  /// technology.
  public var labelStyle: LabelStyle? {
    get { call.property("button.labelStyle") }
    nonmutating set { call.setProperty("button.labelStyle", newValue) }
  }

  /// Whether an activity indicator replaces the image.
  public var showsActivityIndicator: Bool? {
    get { call.property("button.showsActivityIndicator") }
    nonmutating set { call.setProperty("button.showsActivityIndicator", newValue) }
  }

  /// Makes the activity indicator's colour out of the foreground colour.
  public var activityIndicatorColorTransformer: Effect? {
    get { call.property("button.activityIndicatorColorTransformer") }
    nonmutating set { call.setProperty("button.activityIndicatorColorTransformer", newValue) }
  }

  /// The mark for what a press opens; `automatic` shows no mark.
  public var indicator: Indicator? {
    get { call.property("button.indicator") }
    nonmutating set { call.setProperty("button.indicator", newValue) }
  }

  /// Makes the indicator's colour out of the foreground colour.
  public var indicatorColorTransformer: Effect? {
    get { call.property("button.indicatorColorTransformer") }
    nonmutating set { call.setProperty("button.indicatorColorTransformer", newValue) }
  }

  /// How much of the background is filled, from its leading edge; a number below 0 counts as 0, one
  /// above 1 as 1. While it is not set, there is no progress.
  public var progress: Double? {
    get { call.property("button.progress") }
    nonmutating set { call.setProperty("button.progress", newValue) }
  }

  /// The colour of the part that progress fills, laid over the background; while nobody sets it, the
  /// title's colour with alpha 0.2, or black with alpha 0.2 where the title is lighter than a
  /// background that is not dark.
  public var progressColor: Color? {
    get { call.property("button.progressColor") }
    nonmutating set { call.setProperty("button.progressColor", newValue) }
  }

  /// The size from which insets, corner radius and font follow where nobody sets them.
  public var buttonSize: ButtonSize? {
    get { call.property("button.buttonSize") }
    nonmutating set { call.setProperty("button.buttonSize", newValue) }
  }

  /// The size by SwiftUI's names, where `regular` is `buttonSize` medium; that of the group unless the
  /// button has its own. Assigning it drops `buttonSize`, and vice versa.
  public var controlSize: ControlSize? {
    get { call.property("button.controlSize") }
    nonmutating set { call.setProperty("button.controlSize", newValue) }
  }

  /// Where the corner radius comes from: `fixed` takes `background.cornerRadius` as it is, `dynamic`
  /// grows it with the content size, `small`, `medium` and `large` have their own, `capsule` is round.
  public var cornerStyle: CornerStyle? {
    get { call.property("button.cornerStyle") }
    nonmutating set { call.setProperty("button.cornerStyle", newValue) }
  }

  /// The shape of the background, that of the group unless the button has its own: `automatic` is the
  /// style's, `capsule` has round ends, `circle` is as wide as high, `roundedRectangle` takes
  /// `borderRadius`. Assigning it drops `cornerStyle`, and vice versa.
  public var borderShape: BorderShape? {
    get { call.property("button.borderShape") }
    nonmutating set { call.setProperty("button.borderShape", newValue) }
  }

  /// The radius in points (0 to 10,000) of a roundedRectangle, whatever the content size; that of the
  /// group unless the button has its own, then `background.cornerRadius`, then the style's.
  public var borderRadius: Double? {
    get { call.property("button.borderRadius") }
    nonmutating set { call.setProperty("button.borderRadius", newValue) }
  }

  /// The colour from which the style makes text and image colours; while nobody sets it, the style
  /// decides.
  public var baseForegroundColor: Color? {
    get { call.property("button.baseForegroundColor") }
    nonmutating set { call.setProperty("button.baseForegroundColor", newValue) }
  }

  /// The colour from which the style makes the background; while nobody sets it, the style decides.
  public var baseBackgroundColor: Color? {
    get { call.property("button.baseBackgroundColor") }
    nonmutating set { call.setProperty("button.baseBackgroundColor", newValue) }
  }

  /// Whether the base style shows that the button is selected; while nobody sets it, not with the
  /// styles filled, borderedProminent and prominentGlass, but with all others.
  public var automaticallyUpdateForSelection: Bool? {
    get { call.property("button.automaticallyUpdateForSelection") }
    nonmutating set { call.setProperty("button.automaticallyUpdateForSelection", newValue) }
  }

  /// Whether changes of the content may be animated.
  public var contentAnimation: ContentAnimation? {
    get { call.property("button.contentAnimation") }
    nonmutating set { call.setProperty("button.contentAnimation", newValue) }
  }

  /// How a title or subtitle that changes gives way to the next: at once, fading, or like a counter;
  /// always at once where the reader wants little motion or the client cannot do it.
  public var contentTransition: ContentTransition? {
    get { call.property("button.contentTransition") }
    nonmutating set { call.setProperty("button.contentTransition", newValue) }
  }

  /// Whether the button takes all the width there is.
  public var isFullWidth: Bool? {
    get { call.property("button.isFullWidth") }
    nonmutating set { call.setProperty("button.isFullWidth", newValue) }
  }

  /// Whether the button is busy, and takes no presses; one whose definition says so is busy in any
  /// case. Reading gives what the definition says, also after setting.
  public var isBusy: Bool? {
    get { call.property("button.isBusy") }
    nonmutating set { call.setProperty("button.isBusy", newValue) }
  }

  /// The opacity of the whole button (0 to 1).
  public var opacity: Double? {
    get { call.property("button.opacity") }
    nonmutating set { call.setProperty("button.opacity", newValue) }
  }

  /// The size of the whole button, as a factor (0 to 100).
  public var scale: Double? {
    get { call.property("button.scale") }
    nonmutating set { call.setProperty("button.scale", newValue) }
  }

  /// What assistive technology reads out; nil or empty: the title.
  public var accessibilityLabel: String? {
    get { call.property("button.accessibilityLabel") }
    nonmutating set { call.setProperty("button.accessibilityLabel", newValue) }
  }

  /// What assistive technology adds about the result of a press.
  public var accessibilityHint: String? {
    get { call.property("button.accessibilityHint") }
    nonmutating set { call.setProperty("button.accessibilityHint", newValue) }
  }
}

extension BackgroundLook {
  /// The corner radius in points (0 to 10,000), clamped to what fits. It counts where
  /// `Look.cornerStyle` is fixed, or dynamic, which lets it grow with the content size; while nobody
  /// sets it, the style's for the `Look.buttonSize`.
  public var cornerRadius: Double? {
    get { call.property("button.background.cornerRadius") }
    nonmutating set { call.setProperty("button.background.cornerRadius", newValue) }
  }

  /// The colour of the background's fill, in every state; while nobody sets it, the style decides;
  /// clear: no fill.
  public var color: Color? {
    get { call.property("button.background.backgroundColor") }
    nonmutating set { call.setProperty("button.background.backgroundColor", newValue) }
  }

  /// Makes the background's colour out of the one that was decided.
  public var colorTransformer: Effect? {
    get { call.property("button.background.backgroundColorTransformer") }
    nonmutating set { call.setProperty("button.background.backgroundColorTransformer", newValue) }
  }

  /// The outline's colour; while nobody sets it, the tint.
  public var strokeColor: Color? {
    get { call.property("button.background.strokeColor") }
    nonmutating set { call.setProperty("button.background.strokeColor", newValue) }
  }

  /// Makes the outline's colour out of the one that was decided.
  public var strokeColorTransformer: Effect? {
    get { call.property("button.background.strokeColorTransformer") }
    nonmutating set { call.setProperty("button.background.strokeColorTransformer", newValue) }
  }

  /// The outline's width in points (0 to 10,000); while it is not set, the base styles draw a focus
  /// ring of 2.
  public var strokeWidth: Double? {
    get { call.property("button.background.strokeWidth") }
    nonmutating set { call.setProperty("button.background.strokeWidth", newValue) }
  }

  /// Points (−10,000 to 10,000) by which the outline lies outside the background.
  public var strokeOutset: Double? {
    get { call.property("button.background.strokeOutset") }
    nonmutating set { call.setProperty("button.background.strokeOutset", newValue) }
  }

  /// The name of an image that clients know, drawn behind the content; nil or empty: none.
  public var image: String? {
    get { call.property("button.background.image") }
    nonmutating set { call.setProperty("button.background.image", newValue) }
  }

  /// How the background image fills its place.
  public var imageContentMode: ImageContentMode? {
    get { call.property("button.background.imageContentMode") }
    nonmutating set { call.setProperty("button.background.imageContentMode", newValue) }
  }

  /// The name of a visual effect behind the background, a hint to clients; nil or empty: none.
  public var material: String? {
    get { call.property("button.background.material") }
    nonmutating set { call.setProperty("button.background.material", newValue) }
  }
}

extension ShadowLook {
  /// The shadow's colour.
  public var color: Color? {
    get { call.property("button.background.shadow.color") }
    nonmutating set { call.setProperty("button.background.shadow.color", newValue) }
  }

  /// Multiplies the alpha of the shadow's colour (0 to 1); 0: no shadow.
  public var opacity: Double? {
    get { call.property("button.background.shadow.opacity") }
    nonmutating set { call.setProperty("button.background.shadow.opacity", newValue) }
  }

  /// The shadow's blur radius in points (0 to 10,000).
  public var radius: Double? {
    get { call.property("button.background.shadow.radius") }
    nonmutating set { call.setProperty("button.background.shadow.radius", newValue) }
  }

  /// Points (−10,000 to 10,000) by which the shadow is moved to the right.
  public var x: Double? {
    get { call.property("button.background.shadow.x") }
    nonmutating set { call.setProperty("button.background.shadow.x", newValue) }
  }

  /// Points (−10,000 to 10,000) by which the shadow is moved down.
  public var y: Double? {
    get { call.property("button.background.shadow.y") }
    nonmutating set { call.setProperty("button.background.shadow.y", newValue) }
  }
}

extension TransactionLook {
  /// How the change to pressed is shown; while nobody sets it, as every other change.
  public var onPress: Transaction? {
    get { call.property("button.transaction.onPress") }
    nonmutating set { call.setProperty("button.transaction.onPress", newValue) }
  }

  /// How the change from pressed is shown; while nobody sets it, as every other change.
  public var onRelease: Transaction? {
    get { call.property("button.transaction.onRelease") }
    nonmutating set { call.setProperty("button.transaction.onRelease", newValue) }
  }

  /// How every other change is shown; while nobody sets it, at once.
  public var always: Transaction? {
    get { call.property("button.transaction.always") }
    nonmutating set { call.setProperty("button.transaction.always", newValue) }
  }

  /// Whether everything may animate; false lets only opacity and scale animate, as does
  /// `Look.contentAnimation` none.
  public var animatesContent: Bool? {
    get { call.property("button.transaction.animatesContent") }
    nonmutating set { call.setProperty("button.transaction.animatesContent", newValue) }
  }
}
