extension ButtonConfiguration {
  /// How text that does not fit is broken or truncated. The first two modes use several lines.
  public enum LineBreakMode: UInt8, PropertyChoice {
    case byWordWrapping, byCharWrapping
    case byClipping, byTruncatingHead, byTruncatingMiddle, byTruncatingTail

    public static let names = spelledNames()
  }

  public enum TitleAlignment: UInt8, PropertyChoice {
    case automatic, leading, center, trailing

    public static let names = spelledNames()
  }

  public enum ImagePlacement: UInt8, PropertyChoice {
    case top, leading, bottom, trailing

    public static let names = spelledNames()
  }

  public enum ImageRenderingMode: UInt8, PropertyChoice {
    case template
    case original

    public static let names = spelledNames()
  }

  public enum LabelStyle: UInt8, PropertyChoice {
    case titleAndIcon
    /// No image, where there is a text.
    case titleOnly
    /// No text, where there is an image or an activity indicator.
    case iconOnly

    public static let names = spelledNames()
  }

  public enum Indicator: UInt8, PropertyChoice {
    case automatic, none, popup

    public static let names = spelledNames()
  }

  public enum ContentTransition: UInt8, PropertyChoice {
    case identity
    case opacity
    case numericText

    public static let names = spelledNames()
  }

  public enum SymbolEffect: UInt8, PropertyChoice {
    case none
    /// Once, when the effect or its value changes.
    case bounce, wiggle
    /// While it is set.
    case pulse, variableColor, rotate, breathe

    public static let names = spelledNames()
  }

  public enum ContentAnimation: UInt8, PropertyChoice {
    case automatic, none

    public static let names = spelledNames()
  }

  /// The size, which determines insets, corner radius and font.
  public enum Size: UInt8, PropertyChoice {
    case mini, small, medium, large

    public static let names = spelledNames()
  }

  /// The size by SwiftUI's names; it determines what ``Size`` does.
  public enum ControlSize: UInt8, PropertyChoice {
    case mini, small
    /// As the size `medium`.
    case regular
    case large, extraLarge

    public static let names = spelledNames()
  }

  /// The shape of the background.
  public enum BorderShape: UInt8, PropertyChoice {
    /// The style's.
    case automatic
    /// Half the height.
    case capsule
    /// As wide as high.
    case circle
    case roundedRectangle

    public static let names = spelledNames()
  }

  public enum CornerStyle: UInt8, PropertyChoice {
    /// `background.cornerRadius`, unchanged.
    case fixed
    /// `background.cornerRadius`, scaled with the content size.
    case dynamic
    case small, medium, large
    /// Half the height.
    case capsule

    public static let names = spelledNames()
  }
}
