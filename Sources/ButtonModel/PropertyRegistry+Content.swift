extension PropertyRegistry {
  /// In points.
  static let lengths = 0.0...10_000.0
  /// In points; negative ones point outward.
  static let offsets = -10_000.0...10_000.0

  static let titleRows: [PropertyRow] = [
    PropertyRow(
      .title, "title", .text, setters: [.configuration, .stateValues, .plugin],
      "The title; empty: none. Assigning it drops titleRuns and any attributed title."),
    PropertyRow(
      .attributedTitle, "attributedTitle", .attributedText,
      setters: [.configuration, .stateValues],
      """
      The title with attributes, shown in preference to a plain one; its colour wins over all but \
      titleColorTransformer.
      """),
    PropertyRow(
      .titleRuns, "titleRuns", .textRuns, setters: [.configuration, .stateValues, .plugin],
      since: 6,
      """
      The title in runs, each with text and, as far as wanted, color, fontWeight, italic, \
      underline, strikethrough and link; shown in preference to title and attributedTitle. \
      Assigning one of the three drops the others.
      """),
    PropertyRow(
      .foregroundColor, "foregroundColor", .color, since: 4,
      """
      The colour of title, subtitle, image, activity indicator and indicator, whatever the \
      style would make of them; nothing: the style decides. Assigning it drops titleColor. \
      Attributed texts keep their own colours; colour transformers start from this one.
      """),
    PropertyRow(
      .titleColor, "titleColor", .color, setters: [.stateValues, .plugin],
      "The title's colour; nothing: the style decides."),
    PropertyRow(
      .titleColorTransformer, "titleColorTransformer", .effect,
      "Makes the title's colour out of the one that was decided."),
    PropertyRow(
      .titleUnderline, "titleUnderline", .bool, default: .bool(false), setters: .plugin,
      "Whether the title is underlined."),
    PropertyRow(
      .titleStrikethrough, "titleStrikethrough", .bool, default: .bool(false), setters: .plugin,
      "Whether the title is struck through."),
    PropertyRow(
      .titleLineBreakMode, "titleLineBreakMode",
      .choice(ButtonConfiguration.LineBreakMode.names),
      default: .choice(ButtonConfiguration.LineBreakMode.byWordWrapping.rawValue),
      """
      How a title that does not fit breaks; wrapping runs over several lines, clipping and \
      truncating keep one.
      """),
    PropertyRow(
      .titleLineLimit, "titleLineLimit", .number(1...100), since: 8,
      """
      How many lines a title that wraps has at most; what does not fit is truncated at its end. \
      A fraction is dropped; nothing: as many as the client has room for.
      """),
    PropertyRow(
      .titlePadding, "titlePadding", .number(lengths), default: .number(1),
      "Points between title and subtitle."),
    PropertyRow(
      .titleAlignment, "titleAlignment", .choice(ButtonConfiguration.TitleAlignment.names),
      default: .choice(ButtonConfiguration.TitleAlignment.automatic.rawValue),
      "On which side title and subtitle are flush; automatic leaves it to the client."),
    PropertyRow(
      .subtitle, "subtitle", .text,
      "The second line; empty: none. Assigning it drops any attributed subtitle."),
    PropertyRow(
      .attributedSubtitle, "attributedSubtitle", .attributedText, setters: .configuration,
      "The second line with attributes, shown in preference to a plain one."),
    PropertyRow(
      .subtitleColorTransformer, "subtitleColorTransformer", .effect,
      "Makes the subtitle's colour out of the foreground colour."),
    PropertyRow(
      .subtitleLineBreakMode, "subtitleLineBreakMode",
      .choice(ButtonConfiguration.LineBreakMode.names),
      default: .choice(ButtonConfiguration.LineBreakMode.byWordWrapping.rawValue), since: 3,
      """
      How a subtitle that does not fit breaks; wrapping runs over several lines, clipping and \
      truncating keep one.
      """),
  ]

  static let imageRows: [PropertyRow] = [
    PropertyRow(
      .image, "image", .text, setters: [.configuration, .stateValues, .plugin],
      "The name of an image that clients know; empty: none."),
    PropertyRow(
      .imagePlacement, "imagePlacement", .choice(ButtonConfiguration.ImagePlacement.names),
      default: .choice(ButtonConfiguration.ImagePlacement.leading.rawValue),
      "The side of the title on which the image or the activity indicator stands."),
    PropertyRow(
      .imagePadding, "imagePadding", .number(lengths), default: .number(0),
      "Points between image and text."),
    PropertyRow(
      .imageReservation, "imageReservation", .number(lengths), default: .number(0),
      "Points kept free for the image on its axis."),
    PropertyRow(
      .imageColorTransformer, "imageColorTransformer", .effect,
      "Makes the image's colour out of the foreground colour."),
    PropertyRow(
      .symbolEffect, "symbolEffect", .choice(ButtonConfiguration.SymbolEffect.names),
      default: .choice(ButtonConfiguration.SymbolEffect.none.rawValue), since: 6,
      """
      How the image moves: bounce and wiggle move it once; pulse, variableColor, rotate and \
      breathe as long as they are set. It stands still where the reader wants little motion or \
      the client cannot do it.
      """),
    PropertyRow(
      .symbolEffectValue, "symbolEffectValue", .text, since: 6,
      "Makes bounce and wiggle play again whenever it changes."),
    PropertyRow(
      .imageSize, "imageSize", .number(1...1_000),
      setters: [.configuration, .stateValues, .plugin], since: 7,
      """
      The side in points of the square of the image, and of the activity indicator, whatever \
      the content size; nothing: 1.2 times the title's font size.
      """),
    PropertyRow(
      .imageWeight, "imageWeight", .choice(FontWeight.names),
      default: .choice(FontWeight.regular.rawValue),
      setters: [.configuration, .stateValues, .plugin], since: 7,
      "How heavy the lines of a symbol are."),
    PropertyRow(
      .imageRenderingMode, "imageRenderingMode",
      .choice(ButtonConfiguration.ImageRenderingMode.names),
      default: .choice(ButtonConfiguration.ImageRenderingMode.template.rawValue),
      setters: [.configuration, .stateValues, .plugin], since: 7,
      """
      Whether the image has the foreground colour (template) or its own colours (original), \
      which are then as opaque as the foreground colour.
      """),
    PropertyRow(
      .labelStyle, "labelStyle", .choice(ButtonConfiguration.LabelStyle.names),
      default: .choice(ButtonConfiguration.LabelStyle.titleAndIcon.rawValue), since: 5,
      """
      What shows of title, subtitle and image; a title that iconOnly hides stays for assistive \
      technology.
      """),
    PropertyRow(
      .showsActivityIndicator, "showsActivityIndicator", .bool, default: .bool(false),
      "Whether an activity indicator replaces the image."),
    PropertyRow(
      .activityIndicatorColorTransformer, "activityIndicatorColorTransformer", .effect,
      "Makes the activity indicator's colour out of the foreground colour."),
    PropertyRow(
      .indicator, "indicator", .choice(ButtonConfiguration.Indicator.names),
      default: .choice(ButtonConfiguration.Indicator.automatic.rawValue),
      "The mark for what a press opens; automatic shows no mark."),
    PropertyRow(
      .indicatorColorTransformer, "indicatorColorTransformer", .effect,
      "Makes the indicator's colour out of the foreground colour."),
  ]

  static let progressRows: [PropertyRow] = [
    PropertyRow(
      .progress, "progress", .number(0...1), setters: [.configuration, .stateValues, .plugin],
      since: 8, clamps: true,
      """
      How much of the background is filled, from its leading edge; a number below 0 counts as \
      0, one above 1 as 1. While it is not set, there is no progress.
      """),
    PropertyRow(
      .progressColor, "progressColor", .color, setters: [.configuration, .stateValues, .plugin],
      since: 8,
      """
      The colour of the part that progress fills, laid over the background; nothing: the \
      title's colour with alpha 0.2, or black with alpha 0.2 where the title is lighter than a \
      background that is not dark.
      """),
  ]

  static let layoutRows: [PropertyRow] = [
    PropertyRow(
      .contentInsetTop, "contentInsets.top", .number(offsets), default: .number(7),
      "Points above the content; the default is that of the medium buttonSize."),
    PropertyRow(
      .contentInsetLeading, "contentInsets.leading", .number(offsets), default: .number(12),
      "Points before the content; the default is that of the medium buttonSize."),
    PropertyRow(
      .contentInsetBottom, "contentInsets.bottom", .number(offsets), default: .number(7),
      "Points below the content; the default is that of the medium buttonSize."),
    PropertyRow(
      .contentInsetTrailing, "contentInsets.trailing", .number(offsets), default: .number(12),
      "Points behind the content; the default is that of the medium buttonSize."),
    PropertyRow(
      .buttonSize, "buttonSize", .choice(ButtonConfiguration.Size.names),
      default: .choice(ButtonConfiguration.Size.medium.rawValue),
      "The size from which insets, corner radius and font follow where nobody sets them."),
    PropertyRow(
      .controlSize, "controlSize", .choice(ButtonConfiguration.ControlSize.names),
      default: .choice(ButtonConfiguration.ControlSize.regular.rawValue),
      setters: [.configuration, .stateValues, .plugin], since: 7,
      """
      The size by SwiftUI's names, where regular is buttonSize medium; that of the group \
      unless the button has its own. Assigning it drops buttonSize, and vice versa.
      """),
    PropertyRow(
      .cornerStyle, "cornerStyle", .choice(ButtonConfiguration.CornerStyle.names),
      default: .choice(ButtonConfiguration.CornerStyle.dynamic.rawValue),
      """
      Where the corner radius comes from: fixed takes background.cornerRadius as it is, dynamic \
      grows it with the content size, small, medium and large have their own, capsule is round.
      """),
    PropertyRow(
      .borderShape, "borderShape", .choice(ButtonConfiguration.BorderShape.names),
      default: .choice(ButtonConfiguration.BorderShape.automatic.rawValue),
      setters: [.configuration, .stateValues, .plugin], since: 7,
      """
      The shape of the background, that of the group unless the button has its own: automatic \
      is the style's, capsule has round ends, circle is as wide as high, roundedRectangle \
      takes borderRadius. Assigning it drops cornerStyle, and vice versa.
      """),
    PropertyRow(
      .borderRadius, "borderRadius", .number(lengths),
      setters: [.configuration, .stateValues, .plugin], since: 7,
      """
      The radius in points of a roundedRectangle, whatever the content size; that of the group \
      unless the button has its own, then background.cornerRadius, then the style's.
      """),
    PropertyRow(
      .isFullWidth, "isFullWidth", .bool, default: .bool(false), setters: .plugin,
      "Whether the button takes all the width there is."),
    PropertyRow(
      .opacity, "opacity", .number(0...1), default: .number(1), setters: .plugin,
      "The opacity of the whole button."),
    PropertyRow(
      .scale, "scale", .number(0...100), default: .number(1), setters: .plugin,
      "The size of the whole button, as a factor."),
  ]

  static let behaviorRows: [PropertyRow] = [
    PropertyRow(
      .baseForegroundColor, "baseForegroundColor", .color,
      "The colour from which the style makes text and image colours; nothing: the style decides."),
    PropertyRow(
      .baseBackgroundColor, "baseBackgroundColor", .color,
      "The colour from which the style makes the background; nothing: the style decides."),
    PropertyRow(
      .automaticallyUpdateForSelection, "automaticallyUpdateForSelection", .bool,
      """
      Whether the base style shows that the button is selected; nothing: not with the styles \
      filled, borderedProminent and prominentGlass, but with all others.
      """),
    PropertyRow(
      .contentAnimation, "contentAnimation", .choice(ButtonConfiguration.ContentAnimation.names),
      default: .choice(ButtonConfiguration.ContentAnimation.automatic.rawValue),
      "Whether changes of the content may be animated."),
    PropertyRow(
      .contentTransition, "contentTransition", .choice(ButtonConfiguration.ContentTransition.names),
      default: .choice(ButtonConfiguration.ContentTransition.identity.rawValue), since: 6,
      """
      How a title or subtitle that changes gives way to the next: at once, fading, or like a \
      counter; always at once where the reader wants little motion or the client cannot do it.
      """),
    PropertyRow(
      .isBusy, "isBusy", .bool, default: .bool(false), setters: .plugin,
      """
      Whether the button is busy, and takes no presses; one whose definition says so is busy \
      in any case. Reading gives what the definition says, also after setting.
      """),
    PropertyRow(
      .accessibilityLabel, "accessibilityLabel", .text,
      "What assistive technology reads out; nothing or empty: the title."),
    PropertyRow(
      .accessibilityHint, "accessibilityHint", .text,
      "What assistive technology adds about the result of a press."),
  ]
}
