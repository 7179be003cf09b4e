extension PropertyRegistry {
  static let backgroundRows: [PropertyRow] = [
    PropertyRow(
      .backgroundCornerRadius, "background.cornerRadius", .number(lengths), default: .number(0),
      """
      The corner radius in points, clamped to what fits. It counts where cornerStyle is fixed, \
      or dynamic, which lets it grow with the content size; nothing: the style's for the \
      buttonSize.
      """),
    PropertyRow(
      .backgroundInsetTop, "background.backgroundInsets.top", .number(offsets),
      default: .number(0), "Points by which the background stays inside; negative: it grows."),
    PropertyRow(
      .backgroundInsetLeading, "background.backgroundInsets.leading", .number(offsets),
      default: .number(0), "Points by which the background stays inside; negative: it grows."),
    PropertyRow(
      .backgroundInsetBottom, "background.backgroundInsets.bottom", .number(offsets),
      default: .number(0), "Points by which the background stays inside; negative: it grows."),
    PropertyRow(
      .backgroundInsetTrailing, "background.backgroundInsets.trailing", .number(offsets),
      default: .number(0), "Points by which the background stays inside; negative: it grows."),
    PropertyRow(
      .backgroundColor, "background.backgroundColor", .color,
      """
      The colour of the background's fill, in every state; nothing: the style decides; clear: \
      no fill.
      """),
    PropertyRow(
      .backgroundColorTransformer, "background.backgroundColorTransformer", .effect,
      "Makes the background's colour out of the one that was decided."),
    PropertyRow(
      .strokeColor, "background.strokeColor", .color,
      "The outline's colour; nothing: the tint."),
    PropertyRow(
      .strokeColorTransformer, "background.strokeColorTransformer", .effect,
      "Makes the outline's colour out of the one that was decided."),
    PropertyRow(
      .strokeWidth, "background.strokeWidth", .number(lengths), default: .number(0),
      """
      The outline's width in points; while it is not set, the base styles draw a focus ring of \
      2.
      """),
    PropertyRow(
      .strokeOutset, "background.strokeOutset", .number(offsets), default: .number(0),
      "Points by which the outline lies outside the background."),
    PropertyRow(
      .backgroundImage, "background.image", .text,
      "The name of an image that clients know, drawn behind the content; empty: none."),
    PropertyRow(
      .backgroundImageContentMode, "background.imageContentMode",
      .choice(BackgroundConfiguration.ImageContentMode.names),
      default: .choice(BackgroundConfiguration.ImageContentMode.scaleToFill.rawValue),
      "How the background image fills its place."),
    PropertyRow(
      .shadowColor, "background.shadow.color", .color, default: .color(.named(.black)),
      "The shadow's colour."),
    PropertyRow(
      .shadowOpacity, "background.shadow.opacity", .number(0...1), default: .number(0),
      "Multiplies the alpha of the shadow's colour; 0: no shadow."),
    PropertyRow(
      .shadowRadius, "background.shadow.radius", .number(lengths), default: .number(0),
      "The shadow's blur radius in points."),
    PropertyRow(
      .shadowX, "background.shadow.x", .number(offsets), default: .number(0),
      "Points by which the shadow is moved to the right."),
    PropertyRow(
      .shadowY, "background.shadow.y", .number(offsets), default: .number(0),
      "Points by which the shadow is moved down."),
    PropertyRow(
      .material, "background.material", .text,
      "The name of a visual effect behind the background, a hint to clients; empty: none."),
  ]
}
