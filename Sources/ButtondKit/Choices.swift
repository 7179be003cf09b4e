/// How heavy the letters of a text are.
public enum FontWeight: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// 100.
  case ultraLight
  /// 200.
  case thin
  /// 300.
  case light
  /// 400: running text.
  case regular
  /// 500.
  case medium
  /// 600: what asks for attention.
  case semibold
  /// 700.
  case bold
  /// 800.
  case heavy
  /// 900.
  case black
}

/// Where a text ends that does not fit.
public enum LineBreakMode: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// It goes on in the next line, between words.
  case byWordWrapping
  /// It goes on in the next line, between characters.
  case byCharWrapping
  /// It is cut off.
  case byClipping
  /// Its beginning is left out.
  case byTruncatingHead
  /// Its middle is left out.
  case byTruncatingMiddle
  /// Its end is left out.
  case byTruncatingTail
}

/// The side on which title and subtitle are flush.
public enum TitleAlignment: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// The client decides; mostly in the middle.
  case automatic
  /// Where lines begin.
  case leading
  /// In the middle.
  case center
  /// Where lines end.
  case trailing
}

/// The side of the text on which the image is.
public enum ImagePlacement: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// Above the text.
  case top
  /// Where lines begin.
  case leading
  /// Below the text.
  case bottom
  /// Where lines end.
  case trailing
}

/// Where the colours of the image come from.
public enum ImageRenderingMode: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// It is drawn in the foreground colour.
  case template
  /// It keeps its own colours.
  case original
}

/// What shows of title, subtitle and image.
public enum LabelStyle: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// All there is.
  case titleAndIcon
  /// Title and subtitle; the image where there is neither.
  case titleOnly
  /// The image or the activity indicator; title and subtitle where there is neither.
  case iconOnly
}

/// What a button shows of what a press opens.
public enum Indicator: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// The daemon decides.
  case automatic
  /// Nothing.
  case hidden = "none"
  /// The two arrows of a popup.
  case popup
}

/// The size that insets, fonts and corners belong to.
public enum ButtonSize: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// The least.
  case mini
  /// A size for rows of tools.
  case small
  /// The usual one.
  case medium
  /// A size for what a screen is there for.
  case large
}

/// The size by SwiftUI's names.
public enum ControlSize: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// The least.
  case mini
  /// A size for rows of tools.
  case small
  /// The usual one, as `ButtonSize.medium`.
  case regular
  /// A size for what a screen is there for.
  case large
  /// A size for what is seen from afar.
  case extraLarge
}

/// The shape of the background.
public enum BorderShape: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// What the style has.
  case automatic
  /// Half of the height.
  case capsule
  /// As wide as high.
  case circle
  /// `Look.borderRadius`, at every content size.
  case roundedRectangle
}

/// What the corners of the background look like.
public enum CornerStyle: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// `BackgroundLook.cornerRadius`, at every content size.
  case fixed
  /// `BackgroundLook.cornerRadius`, which grows with the content size.
  case dynamic
  /// A little rounded.
  case small
  /// Rounded.
  case medium
  /// Well rounded.
  case large
  /// Half of the height.
  case capsule
}

/// How a text that changes gives way to the next one.
public enum ContentTransition: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// At once.
  case identity
  /// One fades into the other.
  case opacity
  /// Characters that differ roll, as on a counter.
  case numericText
}

/// How an image moves.
public enum SymbolEffect: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// Not at all.
  case still = "none"
  /// It jumps once.
  case bounce
  /// It shakes once.
  case wiggle
  /// It fades and comes back.
  case pulse
  /// Its parts light up one after the other.
  case variableColor
  /// It turns round.
  case rotate
  /// It grows and shrinks a little.
  case breathe
}

/// Whether changes of the content may be animated.
public enum ContentAnimation: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// The client decides.
  case automatic
  /// They may not.
  case disabled = "none"
}

/// How an image fills its place.
public enum ImageContentMode: String, Hashable, Sendable, CaseIterable, PropertyValue {
  /// It takes the shape of its place.
  case scaleToFill
  /// All of it shows, as large as it can.
  case scaleAspectFit
  /// It covers its place, and is cut off.
  case scaleAspectFill
  /// Unscaled, in the middle.
  case center
  /// Unscaled, at the upper edge.
  case top
  /// Unscaled, at the lower edge.
  case bottom
  /// Unscaled, at the left edge.
  case left
  /// Unscaled, at the right edge.
  case right
  /// Unscaled, in the upper left corner.
  case topLeft
  /// Unscaled, in the upper right corner.
  case topRight
  /// Unscaled, in the lower left corner.
  case bottomLeft
  /// Unscaled, in the lower right corner.
  case bottomRight
}
