extension ButtonConfiguration {
  /// How text that does not fit is broken or truncated. The first two modes use several lines.
  public enum LineBreakMode: UInt8, PropertyChoice {
    case byWordWrapping, byCharWrapping
    case byClipping, byTruncatingHead, byTruncatingMiddle, byTruncatingTail

    public static let names = spelledNames()
  }

  /// How title and subtitle are aligned with each other.
  public enum TitleAlignment: UInt8, PropertyChoice {
    case automatic, leading, center, trailing

    public static let names = spelledNames()
  }

  /// The side of the title where the image or activity indicator is placed.
  public enum ImagePlacement: UInt8, PropertyChoice {
    case top, leading, bottom, trailing

    public static let names = spelledNames()
  }

  /// Where the colours of the image come from.
  public enum ImageRenderingMode: UInt8, PropertyChoice {
    /// It is drawn in the foreground colour.
    case template
    /// It keeps its own colours.
    case original

    public static let names = spelledNames()
  }

  /// What shows of title, subtitle and image.
  public enum LabelStyle: UInt8, PropertyChoice {
    case titleAndIcon
    /// No image, where there is a text.
    case titleOnly
    /// No text, where there is an image or an activity indicator.
    case iconOnly

    public static let names = spelledNames()
  }

  /// The indicator for what a press opens.
  public enum Indicator: UInt8, PropertyChoice {
    case automatic, none, popup

    public static let names = spelledNames()
  }

  /// How a text that changes gives way to the next one.
  public enum ContentTransition: UInt8, PropertyChoice {
    /// At once.
    case identity
    /// One fades into the other.
    case opacity
    /// Characters that differ roll, as on a counter.
    case numericText

    public static let names = spelledNames()
  }

  /// How an image moves.
  public enum SymbolEffect: UInt8, PropertyChoice {
    case none
    /// Once, when the effect or its value changes.
    case bounce, wiggle
    /// As long as it is set.
    case pulse, variableColor, rotate, breathe

    public static let names = spelledNames()
  }

  /// Whether a change of the content may be animated.
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
    /// What the style has.
    case automatic
    /// Half the height.
    case capsule
    /// As wide as high.
    case circle
    case roundedRectangle

    public static let names = spelledNames()
  }

  /// How the corner radius is determined.
  public enum CornerStyle: UInt8, PropertyChoice {
    /// The corner radius of the background, unchanged.
    case fixed
    /// The corner radius of the background, scaled with the content size.
    case dynamic
    case small, medium, large
    /// Half the height.
    case capsule

    public static let names = spelledNames()
  }
}
