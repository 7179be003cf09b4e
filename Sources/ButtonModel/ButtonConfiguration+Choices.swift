extension ButtonConfiguration {
  /// How text that does not fit breaks; the first two run over several lines.
  public enum LineBreakMode: UInt8, PropertyChoice {
    case byWordWrapping, byCharWrapping
    case byClipping, byTruncatingHead, byTruncatingMiddle, byTruncatingTail

    public static let names = spelledNames()
  }

  /// Where title and subtitle stand to each other.
  public enum TitleAlignment: UInt8, PropertyChoice {
    case automatic, leading, center, trailing

    public static let names = spelledNames()
  }

  /// The side of the title on which the image, or the activity indicator, stands.
  public enum ImagePlacement: UInt8, PropertyChoice {
    case top, leading, bottom, trailing

    public static let names = spelledNames()
  }

  /// The mark that says what a press leads to.
  public enum Indicator: UInt8, PropertyChoice {
    case automatic, none, popup

    public static let names = spelledNames()
  }

  /// Whether a change of the content may be animated.
  public enum ContentAnimation: UInt8, PropertyChoice {
    case automatic, none

    public static let names = spelledNames()
  }

  /// The size from which insets, corner radius and font follow.
  public enum Size: UInt8, PropertyChoice {
    case mini, small, medium, large

    public static let names = spelledNames()
  }

  /// Where the corner radius comes from.
  public enum CornerStyle: UInt8, PropertyChoice {
    /// The background's radius as it is.
    case fixed
    /// The background's radius, grown with the content size.
    case dynamic
    case small, medium, large
    /// Half the height, whatever it is.
    case capsule

    public static let names = spelledNames()
  }
}
