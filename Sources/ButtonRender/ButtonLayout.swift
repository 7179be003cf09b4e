package import ButtonModel

/// Where the parts of a drawn button are, in points from its top left.
package struct ButtonLayout: Hashable, Sendable {
  /// A rectangle.
  struct Frame: Hashable, Sendable {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
  }

  /// A line of text: where it is anchored, and its baseline.
  struct Line: Hashable, Sendable {
    var text: String
    var x: Double
    var baseline: Double
    var anchor: String
    var width: Double
    /// The runs of a title; none for other lines.
    var pieces: [Piece] = []
  }

  /// How wide and high the button is.
  package private(set) var width = 0.0
  package private(set) var height = 0.0
  private(set) var title: [Line] = []
  private(set) var subtitle: [Line] = []
  /// The frame of the image or the spinner.
  private(set) var image: Frame?
  private(set) var indicator: Frame?
  /// The frame of background, outline and shadow.
  private(set) var background = Frame()

  /// The greatest width of a text.
  static let textWidth = 260.0
  /// The width of a button with full width.
  static let fullWidth = 240.0

  /// The layout of a look. Whatever the look says, it stays within 1,000 points.
  package init(_ look: Appearance, direction: LayoutDirection = .leftToRight) {
    let titleFont = TextFont.title(of: look)
    let subtitleFont = TextFont.subtitle(of: look)
    let (titleSize, subtitleSize) = (titleFont.size, subtitleFont.size)
    let titleLines = look.title.map {
      TextMeasure.lines(
        $0.string, ButtonLayout.measured(titleFont, look), mode: look.titleLineBreakMode,
        width: ButtonLayout.textWidth, lines: 3)
    }
    let subtitleLines = look.subtitle.map {
      TextMeasure.lines(
        $0.string, subtitleFont, mode: look.subtitleLineBreakMode, width: ButtonLayout.textWidth,
        lines: 2)
    }
    let titles = (titleLines ?? []).filter { !$0.isEmpty }
    let pieces = ButtonLayout.pieces(of: titles, look.titleRuns)
    let subtitles = (subtitleLines ?? []).filter { !$0.isEmpty }
    let widths =
      titles.indices.map {
        ButtonLayout.width(titles[$0], pieces.isEmpty ? nil : pieces[$0], look, titleFont)
      }
      + subtitles.map { TextMeasure.width($0, subtitleFont) }
    let textWidth = widths.max() ?? 0
    let gap = titles.isEmpty || subtitles.isEmpty ? 0 : ButtonLayout.length(look.titlePadding)
    let textHeight =
      Double(titles.count) * TextMeasure.lineHeight(titleSize)
      + Double(subtitles.count) * TextMeasure.lineHeight(subtitleSize) + gap

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
    if content.height == 0 { content.height = TextMeasure.lineHeight(titleSize) }
    let mark = look.indicator == .popup ? (titleSize * 0.7).rounded() : 0
    let markGap = mark > 0 && content.width > 0 ? 6.0 : 0

    let isMirrored = direction == .rightToLeft
    let leading = ButtonLayout.inset(look.insetLeading)
    let trailing = ButtonLayout.inset(look.insetTrailing)
    let left = isMirrored ? trailing : leading
    let top = ButtonLayout.inset(look.insetTop)
    let natural = leading + content.width + markGap + mark + trailing
    width = max(natural, look.isFullWidth && !look.isCircle ? ButtonLayout.fullWidth : 0, 8)
    let naturalHeight = top + content.height + ButtonLayout.inset(look.insetBottom)
    height = max(naturalHeight, 8)
    if look.isCircle {
      width = max(width, height)
      height = width
    }
    // The content is centred inside the insets, with the indicator at its trailing edge.
    let slack = max(0, width - natural)
    content.x = left + slack / 2 + (isMirrored ? mark + markGap : 0)
    content.y = top + (look.isCircle ? (height - naturalHeight) / 2 : 0)
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
      titles, subtitles, in: text, titleFont, subtitleFont, gap,
      alignment: ButtonLayout.alignment(look, hasImage && !isVertical, isMirrored))
    for (index, parts) in pieces.enumerated() {
      title[index].pieces = parts
      title[index].width = ButtonLayout.width(titles[index], parts, look, titleFont)
    }
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
    _ titles: [String], _ subtitles: [String], in text: Frame, _ titleFont: TextFont,
    _ subtitleFont: TextFont, _ gap: Double, alignment: (share: Double, anchor: String)
  ) {
    let x = text.x + text.width * alignment.share
    var y = text.y
    func line(_ content: String, _ font: TextFont) -> Line {
      let height = TextMeasure.lineHeight(font.size)
      defer { y += height }
      return Line(
        text: content, x: x, baseline: y + height / 2 + font.size * 0.35,
        anchor: alignment.anchor, width: TextMeasure.width(content, font))
    }
    title = titles.map { line($0, titleFont) }
    y += gap
    subtitle = subtitles.map { line($0, subtitleFont) }
  }

  /// Where lines are anchored: the share of the text's width, and the part of the line there.
  private static func alignment(
    _ look: Appearance, _ isBesideImage: Bool, _ isMirrored: Bool
  ) -> (share: Double, anchor: String) {
    let start = isMirrored ? (share: 1.0, anchor: "end") : (share: 0.0, anchor: "start")
    let end = isMirrored ? (share: 0.0, anchor: "start") : (share: 1.0, anchor: "end")
    return switch look.titleAlignment {
    case .automatic: isBesideImage && look.subtitle != nil ? start : (share: 0.5, anchor: "middle")
    case .leading: start
    case .center: (share: 0.5, anchor: "middle")
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
