// Links libm, which rounding calls in builds without optimisation.
import Glibc

/// What a client receives: how a button looks, in flat scalars with nothing left to look up.
///
/// Colours are 0xRRGGBBAA, lengths points rounded to 0.001. The members stand in the order of
/// `AppearanceKey`, and their initial values are the ones at which they are left out on the wire.
public struct Appearance: Hashable, Sendable {
  public var isEnabled = true
  public var isSelected = false
  public var isHighlighted = false
  public var isFocused = false
  public var isBusy = false
  public var role = ButtonRole.none

  public var title: UTF8String?
  public var titleColor: UInt32 = 0
  public var titleFontSize = 0.0
  public var titleFontWeight = FontWeight.regular
  /// The text style from which size and weight came; nil when the size was set in points.
  public var titleTextStyle: TextStyle?
  public var titleUnderline = false
  public var titleStrikethrough = false
  public var titleLineBreakMode = ButtonConfiguration.LineBreakMode.byWordWrapping

  public var subtitle: UTF8String?
  public var subtitleColor: UInt32 = 0
  public var subtitleFontSize = 0.0
  public var subtitleFontWeight = FontWeight.regular
  public var subtitleUnderline = false
  public var subtitleStrikethrough = false
  public var subtitleLineBreakMode = ButtonConfiguration.LineBreakMode.byWordWrapping
  public var titlePadding = 1.0
  public var titleAlignment = ButtonConfiguration.TitleAlignment.automatic

  public var imageName: UTF8String?
  public var imageColor: UInt32 = 0
  public var imagePlacement = ButtonConfiguration.ImagePlacement.leading
  public var imagePadding = 0.0
  public var imageReservation = 0.0

  public var showsActivityIndicator = false
  public var activityIndicatorColor: UInt32 = 0
  public var indicator = Indicator.none
  public var indicatorColor: UInt32 = 0

  public var backgroundColor: UInt32 = 0
  public var cornerShape = CornerShape.fixed
  /// Points; 0 where the shape is a capsule, whose radius follows from its height.
  public var cornerRadius = 0.0
  public var strokeColor: UInt32 = 0
  public var strokeWidth = 0.0
  public var strokeOutset = 0.0
  /// By how much background, outline and shadow stay inside the button; negative grows them.
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

  public var insetTop = 0.0
  public var insetLeading = 0.0
  public var insetBottom = 0.0
  public var insetTrailing = 0.0
  public var isFullWidth = false

  public var opacity = 1.0
  public var scale = 1.0

  public var accessibilityLabel: UTF8String?
  public var accessibilityHint: UTF8String?

  /// Everything at its default.
  public init() {}

  /// The mark that is really drawn.
  public enum Indicator: UInt8, PropertyChoice {
    case none, popup

    public static let names = spelledNames()
  }

  /// How corners are rounded: by a radius, or by half the height.
  public enum CornerShape: UInt8, PropertyChoice {
    case fixed, capsule

    public static let names = spelledNames()
  }

  /// A length as it is sent: to 0.001, ties away from zero, never −0; what is no number is 0.
  @inlinable
  public static func rounded(_ length: Double) -> Double {
    guard length.magnitude < 0x1p52 else { return length.isFinite ? length : 0 }
    if length == Double(Int64(length)) { return length + 0 }
    return (length * 1000).rounded(.toNearestOrAwayFromZero) / 1000 + 0
  }
}
