/// How the button looks: reading gives what stands so far, setting makes it so in this state.
///
/// What is not set is left to the button's configuration and to the manifest's base style. Setting a
/// text or the name of an image to nil takes it away; of every other property nil leaves what stands. A
/// value out of range gives the button up with that reason; so does the sixty-fifth property, a text
/// over 4 KiB, and more than 16 KiB of text.
/// A look is good for one call and cannot be kept.
public struct Look: ~Copyable {
  private let call: PluginCall

  init(call: PluginCall) { self.call = call }

  // The compiler of Swift 6.3 stops on an assertion where it inlines a function of a plugin that has one
  // of these views inlined already, so none of them is.

  /// The background.
  public var background: BackgroundLook { @inline(never) get { BackgroundLook(call: call) } }

  /// How changes to the new look are to be shown.
  public var transaction: TransactionLook { @inline(never) get { TransactionLook(call: call) } }

  /// The space around the content, in points.
  public var contentInsets: InsetsLook {
    @inline(never) get { InsetsLook(call: call, edges: .content) }
  }

  /// Sets a property of your own, which clients get untouched: `x-` and a reverse-DNS name, such as
  /// `x-com.example.glow`. It counts among the 64 properties of a button.
  public func set(_ name: String, to value: Value) { call.set(name, value) }

  /// The colour of title, subtitle, image, spinner and indicator in this state, whatever the base
  /// style would make of them. Setting it drops `titleColor`.
  ///
  /// What the button's definition asks for itself stays: the colours of attributed texts, and colour
  /// transformers, which work on this colour.
  public var foregroundColor: Color? {
    get { read("button.foregroundColor") }
    nonmutating set { set("button.foregroundColor", newValue) }
  }

  // MARK: Text

  /// The title; nil or empty: none.
  public var title: String? {
    get { read("button.title") }
    nonmutating set { set("button.title", newValue) }
  }

  /// The title in runs, as JSON text; nil: it has none. `setTitleRuns` sets it.
  public var titleRuns: String? { read("button.titleRuns") }

  /// Makes the title of runs that look different, at most 32 with 4 KiB of JSON text; drops
  /// `title`. Without runs there is no title.
  public func setTitleRuns(_ runs: [TextRun]) {
    set("button.titleRuns", TextRun.json(runs, for: call))
  }

  /// The title's colour; the style decides while nobody sets it.
  public var titleColor: Color? {
    get { read("button.titleColor") }
    nonmutating set { set("button.titleColor", newValue) }
  }

  /// Transforms the resolved colour of the title.
  public var titleColorTransformer: Effect? {
    get { read("button.titleColorTransformer") }
    nonmutating set { set("button.titleColorTransformer", newValue) }
  }

  /// Whether the title is underlined.
  public var titleUnderline: Bool? {
    get { read("button.titleUnderline") }
    nonmutating set { set("button.titleUnderline", newValue) }
  }

  /// Whether the title is struck through.
  public var titleStrikethrough: Bool? {
    get { read("button.titleStrikethrough") }
    nonmutating set { set("button.titleStrikethrough", newValue) }
  }

  /// Where a title ends that does not fit.
  public var titleLineBreakMode: LineBreakMode? {
    get { read("button.titleLineBreakMode") }
    nonmutating set { set("button.titleLineBreakMode", newValue) }
  }

  /// Points between title and subtitle, 0 to 10,000.
  public var titlePadding: Double? {
    get { read("button.titlePadding") }
    nonmutating set { set("button.titlePadding", newValue) }
  }

  /// On which side title and subtitle are flush.
  public var titleAlignment: TitleAlignment? {
    get { read("button.titleAlignment") }
    nonmutating set { set("button.titleAlignment", newValue) }
  }

  /// The second line; nil or empty: none.
  public var subtitle: String? {
    get { read("button.subtitle") }
    nonmutating set { set("button.subtitle", newValue) }
  }

  /// Where a subtitle ends that does not fit.
  public var subtitleLineBreakMode: LineBreakMode? {
    get { read("button.subtitleLineBreakMode") }
    nonmutating set { set("button.subtitleLineBreakMode", newValue) }
  }

  /// Transforms the foreground colour into that of the subtitle.
  public var subtitleColorTransformer: Effect? {
    get { read("button.subtitleColorTransformer") }
    nonmutating set { set("button.subtitleColorTransformer", newValue) }
  }

  /// What assistive technology reads out; else the title.
  public var accessibilityLabel: String? {
    get { read("button.accessibilityLabel") }
    nonmutating set { set("button.accessibilityLabel", newValue) }
  }

  /// What assistive technology adds about a press.
  public var accessibilityHint: String? {
    get { read("button.accessibilityHint") }
    nonmutating set { set("button.accessibilityHint", newValue) }
  }

  // MARK: Image and indicators

  /// The name of an image that clients know; nil or empty: none.
  public var image: String? {
    get { read("button.image") }
    nonmutating set { set("button.image", newValue) }
  }

  /// On which side of the text the image is.
  public var imagePlacement: ImagePlacement? {
    get { read("button.imagePlacement") }
    nonmutating set { set("button.imagePlacement", newValue) }
  }

  /// Points between image and text, 0 to 10,000.
  public var imagePadding: Double? {
    get { read("button.imagePadding") }
    nonmutating set { set("button.imagePadding", newValue) }
  }

  /// Points kept free for the image on its axis, 0 to 10,000.
  public var imageReservation: Double? {
    get { read("button.imageReservation") }
    nonmutating set { set("button.imageReservation", newValue) }
  }

  /// The side of the image's square, and of the activity indicator's, 1 to 1,000 points; else 1.2 times
  /// the title's font size.
  public var imageSize: Double? {
    get { read("button.imageSize") }
    nonmutating set { set("button.imageSize", newValue) }
  }

  /// How heavy the lines of a symbol are.
  public var imageWeight: FontWeight? {
    get { read("button.imageWeight") }
    nonmutating set { set("button.imageWeight", newValue) }
  }

  /// Whether the image is drawn in the foreground colour or in its own colours.
  public var imageRenderingMode: ImageRenderingMode? {
    get { read("button.imageRenderingMode") }
    nonmutating set { set("button.imageRenderingMode", newValue) }
  }

  /// Transforms the foreground colour into that of the image.
  public var imageColorTransformer: Effect? {
    get { read("button.imageColorTransformer") }
    nonmutating set { set("button.imageColorTransformer", newValue) }
  }

  /// How the image moves, where clients can do it and readers want it.
  public var symbolEffect: SymbolEffect? {
    get { read("button.symbolEffect") }
    nonmutating set { set("button.symbolEffect", newValue) }
  }

  /// Makes an effect that plays once play again whenever it changes.
  public var symbolEffectValue: String? {
    get { read("button.symbolEffectValue") }
    nonmutating set { set("button.symbolEffectValue", newValue) }
  }

  /// How a text that changes gives way to the next one.
  public var contentTransition: ContentTransition? {
    get { read("button.contentTransition") }
    nonmutating set { set("button.contentTransition", newValue) }
  }

  /// What shows of title, subtitle and image; a title that `iconOnly` hides stays for assistive
  /// technology.
  public var labelStyle: LabelStyle? {
    get { read("button.labelStyle") }
    nonmutating set { set("button.labelStyle", newValue) }
  }

  /// Whether an activity indicator replaces the image.
  public var showsActivityIndicator: Bool? {
    get { read("button.showsActivityIndicator") }
    nonmutating set { set("button.showsActivityIndicator", newValue) }
  }

  /// Transforms the foreground colour into that of the activity indicator.
  public var activityIndicatorColorTransformer: Effect? {
    get { read("button.activityIndicatorColorTransformer") }
    nonmutating set { set("button.activityIndicatorColorTransformer", newValue) }
  }

  /// What the button shows of what a press opens.
  public var indicator: Indicator? {
    get { read("button.indicator") }
    nonmutating set { set("button.indicator", newValue) }
  }

  /// Transforms the foreground colour into that of the indicator.
  public var indicatorColorTransformer: Effect? {
    get { read("button.indicatorColorTransformer") }
    nonmutating set { set("button.indicatorColorTransformer", newValue) }
  }

  /// How much of the background is filled, from its leading edge; a number below 0 counts as 0, one
  /// above 1 as 1.
  public var progress: Double? {
    get { read("button.progress") }
    nonmutating set { set("button.progress", newValue) }
  }

  /// The colour of the part that is filled; while nobody sets it, it follows from title and background.
  public var progressColor: Color? {
    get { read("button.progressColor") }
    nonmutating set { set("button.progressColor", newValue) }
  }

  // MARK: Shape and base colours

  /// The size that insets, fonts and corners belong to.
  public var buttonSize: ButtonSize? {
    get { read("button.buttonSize") }
    nonmutating set { set("button.buttonSize", newValue) }
  }

  /// What the corners of the background look like.
  public var cornerStyle: CornerStyle? {
    get { read("button.cornerStyle") }
    nonmutating set { set("button.cornerStyle", newValue) }
  }

  /// The size by SwiftUI's names, that of the group unless the button has its own; setting it drops
  /// `buttonSize`, and vice versa.
  public var controlSize: ControlSize? {
    get { read("button.controlSize") }
    nonmutating set { set("button.controlSize", newValue) }
  }

  /// The shape of the background, that of the group unless the button has its own; setting it drops
  /// `cornerStyle`, and vice versa.
  public var borderShape: BorderShape? {
    get { read("button.borderShape") }
    nonmutating set { set("button.borderShape", newValue) }
  }

  /// The radius of a `roundedRectangle`, 0 to 10,000 points.
  public var borderRadius: Double? {
    get { read("button.borderRadius") }
    nonmutating set { set("button.borderRadius", newValue) }
  }

  /// The colour from which the style derives the colours of text and image.
  public var baseForegroundColor: Color? {
    get { read("button.baseForegroundColor") }
    nonmutating set { set("button.baseForegroundColor", newValue) }
  }

  /// The colour from which the style derives the background.
  public var baseBackgroundColor: Color? {
    get { read("button.baseBackgroundColor") }
    nonmutating set { set("button.baseBackgroundColor", newValue) }
  }

  /// Whether the base style shows that the button is selected.
  public var automaticallyUpdateForSelection: Bool? {
    get { read("button.automaticallyUpdateForSelection") }
    nonmutating set { set("button.automaticallyUpdateForSelection", newValue) }
  }

  /// Whether changes of the content may be animated.
  public var contentAnimation: ContentAnimation? {
    get { read("button.contentAnimation") }
    nonmutating set { set("button.contentAnimation", newValue) }
  }

  /// Whether the button takes all the width there is.
  public var isFullWidth: Bool? {
    get { read("button.isFullWidth") }
    nonmutating set { set("button.isFullWidth", newValue) }
  }

  /// Whether the button is busy: it takes no presses. One whose definition says so is busy in any case,
  /// and reading gives what the definition says, also after setting.
  public var isBusy: Bool? {
    get { read("button.isBusy") }
    nonmutating set { set("button.isBusy", newValue) }
  }

  /// The opacity of the whole button, 0 to 1.
  public var opacity: Double? {
    get { read("button.opacity") }
    nonmutating set { set("button.opacity", newValue) }
  }

  /// The size of the whole button, as a factor, 0 to 100.
  public var scale: Double? {
    get { read("button.scale") }
    nonmutating set { set("button.scale", newValue) }
  }

  func read<T: PropertyValue>(_ name: StaticString) -> T? { call.property(name) }

  func set<T: PropertyValue>(_ name: StaticString, _ value: T?) {
    call.setProperty(name, value)
  }
}
