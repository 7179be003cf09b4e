// Links libm, which rounding calls in builds without optimisation.
import Glibc

/// The look of a button as clients receive it: flat, final values that need no further lookup.
///
/// Colours are 0xRRGGBBAA, lengths are points rounded to 0.001. JSON omits members at their initial
/// value, unless they are "Always sent".
///
/// From this list of members, in this order, scripts/record writes `AppearanceKey` and what appends
/// them as JSON.
public struct Appearance: Hashable, Sendable {
  // MARK: state

  public var isEnabled = true
  public var isSelected = false
  public var isHighlighted = false
  public var isFocused = false
  public var isBusy = false
  public var role = ButtonRole.none

  // MARK: title

  public var title: UTF8String?
  /// Together they are `title`; empty if it has none.
  public var titleRuns: [TitleRun] = []
  /// Always sent.
  public var titleColor: UInt32 = 0
  /// Always sent.
  public var titleFontSize = 0.0
  public var titleFontWeight = FontWeight.regular
  /// The text style that determined size and weight; nil if the size was set in points.
  public var titleTextStyle: TextStyle?
  public var titleFontDesign = FontDesign.default
  public var titleItalic = false
  public var titleMonospacedDigits = false
  public var titleUnderline = false
  public var titleStrikethrough = false
  public var titleLineBreakMode = ButtonConfiguration.LineBreakMode.byWordWrapping
  /// A whole number; 0 for as many lines as there is room for.
  public var titleLineLimit = 0.0

  // MARK: subtitle

  public var subtitle: UTF8String?
  public var subtitleColor: UInt32 = 0
  public var subtitleFontSize = 0.0
  public var subtitleFontWeight = FontWeight.regular
  /// The text style that was set; nil if none was, or if the size was set in points.
  public var subtitleTextStyle: TextStyle?
  public var subtitleFontDesign = FontDesign.default
  public var subtitleItalic = false
  public var subtitleMonospacedDigits = false
  public var subtitleUnderline = false
  public var subtitleStrikethrough = false
  public var subtitleLineBreakMode = ButtonConfiguration.LineBreakMode.byWordWrapping
  public var titlePadding = 1.0
  public var titleAlignment = ButtonConfiguration.TitleAlignment.automatic
  public var contentTransition = ButtonConfiguration.ContentTransition.identity

  // MARK: image

  public var imageName: UTF8String?
  public var imageColor: UInt32 = 0
  public var imagePlacement = ButtonConfiguration.ImagePlacement.leading
  public var imagePadding = 0.0
  public var imageReservation = 0.0
  public var symbolEffect = ButtonConfiguration.SymbolEffect.none
  public var symbolEffectValue: UTF8String?
  /// In points; 0 for 1.2 times the title's font size.
  public var imageSize = 0.0
  public var imageWeight = FontWeight.regular
  public var imageRenderingMode = ButtonConfiguration.ImageRenderingMode.template

  public var showsActivityIndicator = false
  public var activityIndicatorColor: UInt32 = 0
  public var indicator = Indicator.none
  public var indicatorColor: UInt32 = 0
  /// How much of the background is filled from its leading edge, 0 to 1; nil shows no progress.
  public var progress: Double?
  public var progressColor: UInt32 = 0

  // MARK: background

  /// Always sent.
  public var backgroundColor: UInt32 = 0
  /// Always sent.
  public var cornerShape = CornerShape.fixed
  /// In points; 0 for a capsule, whose radius follows from its height. Always sent.
  public var cornerRadius = 0.0
  /// Whether the capsule is a circle.
  public var isCircle = false
  public var strokeColor: UInt32 = 0
  public var strokeWidth = 0.0
  public var strokeOutset = 0.0
  /// How far the background, outline and shadow are inset from the button's edge, in points;
  /// negative values extend them.
  public var backgroundInsetTop = 0.0
  public var backgroundInsetLeading = 0.0
  public var backgroundInsetBottom = 0.0
  public var backgroundInsetTrailing = 0.0
  public var material: UTF8String?
  public var backgroundImageName: UTF8String?
  public var backgroundImageContentMode = BackgroundConfiguration.ImageContentMode.scaleToFill

  public var shadowColor: UInt32 = 0
  public var shadowRadius = 0.0
  public var shadowX = 0.0
  public var shadowY = 0.0

  // MARK: layout

  /// Always sent.
  public var insetTop = 0.0
  /// Always sent.
  public var insetLeading = 0.0
  /// Always sent.
  public var insetBottom = 0.0
  /// Always sent.
  public var insetTrailing = 0.0
  public var isFullWidth = false

  public var opacity = 1.0
  public var scale = 1.0

  public var accessibilityLabel: UTF8String?
  public var accessibilityHint: UTF8String?

  // MARK: -

  public init() {}

  public enum Indicator: UInt8, PropertyChoice {
    case none, popup

    public static let names = spelledNames()
  }

  /// How corners are rounded: by a radius or, for a capsule, by half the height.
  public enum CornerShape: UInt8, PropertyChoice {
    case fixed, capsule

    public static let names = spelledNames()
  }

  /// Such as `42%`; nil without progress.
  public var percentage: String? { progress.map { "\(Appearance.percentage(of: $0))%" } }

  /// `part` of 1 in whole per cent, 0 to 100; 0 for NaN.
  public static func percentage(of part: Double) -> Int {
    part.isNaN ? 0 : Int((min(max(part, 0), 1) * 100).rounded())
  }

  /// Rounds a length to 0.001, as it is sent: ties away from zero, never −0, and 0 for NaN.
  @inlinable
  public static func rounded(_ length: Double) -> Double {
    guard length.magnitude < 0x1p52 else { return length.isFinite ? length : 0 }
    if length == Double(Int64(length)) { return length + 0 }
    return (length * 1000).rounded(.toNearestOrAwayFromZero) / 1000 + 0
  }
}
