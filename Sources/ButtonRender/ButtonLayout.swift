import ButtonModel

/// Where the parts of a drawn button are, in points from its top left.
package struct ButtonLayout: Hashable, Sendable {
  /// How wide and high the button is.
  package private(set) var width = 0.0
  package private(set) var height = 0.0
  private(set) var title: [DrawnLine] = []
  private(set) var subtitle: [DrawnLine] = []
  /// The frame of the image or the spinner.
  private(set) var image: Frame?
  private(set) var indicator: Frame?
  /// The frame of background, outline and shadow.
  private(set) var background = Frame()
  /// The middle of the ring that says that something is gone.
  private(set) var lossMark = Frame()
  /// Whether all of its texts are there, with no word broken.
  private(set) var isWhole = true
  /// How large the content with its insets is.
  private(set) var natural = Frame()

  /// The greatest width of a text.
  static let textWidth = 260.0
  /// The width of a button with full width.
  static let fullWidth = 240.0

  /// The layout of a look, as large as its content or as a box. Whatever the look says, it stays within
  /// 1,000 points.
  init(
    _ look: Appearance, direction: LayoutDirection = .leftToRight,
    metrics: any TextMetrics = UsualFont(), box: Box? = nil
  ) {
    let titleFont = TextFont.title(of: look)
    let subtitleFont = TextFont.subtitle(of: look)
    let (titleSize, subtitleSize) = (titleFont.size, subtitleFont.size)
    let room = box.map { $0.textWidth(look) } ?? ButtonLayout.textWidth
    func broken(
      _ text: UTF8String?, _ font: TextFont, _ mode: ButtonConfiguration.LineBreakMode, _ most: Int
    ) -> BrokenText {
      guard let text else { return BrokenText(lines: []) }
      var broken = metrics.broken(text.string, font, mode: mode, width: room, lines: most)
      broken.lines.removeAll(where: \.isEmpty)
      return broken
    }
    let brokenTitle = broken(
      look.title, ButtonLayout.measured(titleFont, look), look.titleLineBreakMode,
      look.titleLineLimit >= 1 ? Int(min(look.titleLineLimit, 100)) : 3)
    let brokenSubtitle = broken(look.subtitle, subtitleFont, look.subtitleLineBreakMode, 2)
    isWhole = brokenTitle.isWhole && brokenSubtitle.isWhole
    title = ButtonLayout.titleLines(brokenTitle.lines, look, titleFont, metrics)
    subtitle = brokenSubtitle.lines.map {
      DrawnLine(
        text: $0, font: subtitleFont, color: look.subtitleColor, x: 0, baseline: 0,
        width: metrics.width($0, subtitleFont), isUnderlined: look.subtitleUnderline,
        isStruck: look.subtitleStrikethrough)
    }
    let textWidth = (title + subtitle).map(\.width).max() ?? 0
    let gap = title.isEmpty || subtitle.isEmpty ? 0 : ButtonLayout.length(look.titlePadding)
    let textHeight =
      Double(title.count) * metrics.lineHeight(titleSize)
      + Double(subtitle.count) * metrics.lineHeight(subtitleSize) + gap

    let hasImage = look.imageName != nil || look.showsActivityIndicator
    let usualSide = (titleSize * 1.2).rounded()
    let side =
      !hasImage ? 0 : look.imageSize > 0 ? max(1, ButtonLayout.length(look.imageSize)) : usualSide
    let isVertical = look.imagePlacement == .top || look.imagePlacement == .bottom
    let reserved = hasImage ? max(side, ButtonLayout.length(look.imageReservation)) : 0
    let between = hasImage && textHeight > 0 ? ButtonLayout.imageGap(look) : 0
    var content = Frame()
    if isVertical {
      content.width = max(textWidth, side)
      content.height = reserved + between + textHeight
    } else {
      content.width = reserved + between + textWidth
      content.height = max(textHeight, side)
    }
    if content.height == 0 { content.height = metrics.lineHeight(titleSize) }
    let mark = look.indicator == .popup ? (titleSize * 0.7).rounded() : 0
    let markGap = mark > 0 && content.width > 0 ? 6.0 : 0

    let isMirrored = direction == .rightToLeft
    let leading = ButtonLayout.inset(look.insetLeading)
    let trailing = ButtonLayout.inset(look.insetTrailing)
    let left = isMirrored ? trailing : leading
    let top = ButtonLayout.inset(look.insetTop)
    natural.width = leading + content.width + markGap + mark + trailing
    natural.height = top + content.height + ButtonLayout.inset(look.insetBottom)
    if let box {
      (width, height) = (box.width, box.height)
    } else {
      width = max(natural.width, look.isFullWidth && !look.isCircle ? ButtonLayout.fullWidth : 0, 8)
      height = max(natural.height, 8)
      if look.isCircle {
        width = max(width, height)
        height = width
      }
    }
    // The content is centred inside the insets, with the indicator at its trailing edge.
    let slack = max(0, width - natural.width)
    content.x = left + slack / 2 + (isMirrored ? mark + markGap : 0)
    content.y = top + max(0, height - natural.height) / 2
    if mark > 0 {
      indicator = Frame(
        x: isMirrored ? left + slack / 2 : content.x + content.width + markGap,
        y: content.y + (content.height - mark) / 2, width: mark, height: mark)
    }

    let isAfter =
      look.imagePlacement == .trailing || look.imagePlacement == .bottom
    let isLast = isVertical ? isAfter : isAfter != isMirrored
    var text = content
    if hasImage {
      let spare = (reserved - side) / 2
      if isVertical {
        let y = isLast ? content.y + textHeight + between : content.y
        image = Frame(
          x: content.x + (content.width - side) / 2, y: y + spare, width: side, height: side)
        text.y = isLast ? content.y : content.y + reserved + between
      } else {
        let x = isLast ? content.x + textWidth + between : content.x
        image = Frame(
          x: x + spare, y: content.y + (content.height - side) / 2, width: side, height: side)
        text.x = isLast ? content.x : content.x + reserved + between
        text.width = textWidth
      }
    }
    text.height = textHeight
    if !isVertical { text.y = content.y + (content.height - textHeight) / 2 }
    place(
      in: text, gap, metrics,
      alignment: ButtonLayout.alignment(look, hasImage && !isVertical, isMirrored))
    // Around a key, nothing is seen.
    lossMark = box == nil ? Frame(x: width - 1, y: 1) : Frame(x: width - 7, y: 7)
    background = Frame(
      x: ButtonLayout.inset(
        isMirrored ? look.backgroundInsetTrailing : look.backgroundInsetLeading),
      y: ButtonLayout.inset(look.backgroundInsetTop))
    background.width = max(
      0,
      width - ButtonLayout.inset(look.backgroundInsetLeading)
        - ButtonLayout.inset(look.backgroundInsetTrailing))
    background.height = max(
      0, height - background.y - ButtonLayout.inset(look.backgroundInsetBottom))
  }

  private mutating func place(
    in text: Frame, _ gap: Double, _ metrics: any TextMetrics,
    alignment: (share: Double, anchor: DrawnLine.Anchor)
  ) {
    var y = text.y
    func place(_ line: inout DrawnLine) {
      let height = metrics.lineHeight(line.font.size)
      line.x = text.x + text.width * alignment.share
      line.baseline = y + height / 2 + line.font.size * 0.35
      line.anchor = alignment.anchor
      y += height
    }
    for index in title.indices { place(&title[index]) }
    y += gap
    for index in subtitle.indices { place(&subtitle[index]) }
  }

  /// Where lines are anchored: the share of the text's width, and the part of the line there.
  private static func alignment(
    _ look: Appearance, _ isBesideImage: Bool, _ isMirrored: Bool
  ) -> (share: Double, anchor: DrawnLine.Anchor) {
    let start = isMirrored ? (share: 1.0, anchor: DrawnLine.Anchor.end) : (0.0, .start)
    let end = isMirrored ? (share: 0.0, anchor: DrawnLine.Anchor.start) : (1.0, .end)
    return switch look.titleAlignment {
    case .automatic: isBesideImage && look.subtitle != nil ? start : (0.5, .middle)
    case .leading: start
    case .center: (0.5, .middle)
    case .trailing: end
    }
  }

  static func fontSize(_ size: Double) -> Double { SVGWriter.bounded(size, 1, 96) }

  /// Points between image and text; a spinner, which fills its place, keeps clear of a text that asks
  /// for none.
  private static func imageGap(_ look: Appearance) -> Double {
    let padding = length(look.imagePadding)
    return look.showsActivityIndicator && padding == 0 ? spinnerGap : padding
  }

  private static let spinnerGap = 6.0

  private static func length(_ length: Double) -> Double { SVGWriter.bounded(length, 0, 200) }

  private static func inset(_ inset: Double) -> Double { SVGWriter.bounded(inset, -40, 200) }
}
