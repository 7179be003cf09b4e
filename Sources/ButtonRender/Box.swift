import ButtonModel

/// What a button fills that is not as large as what it shows: the key of a keypad.
package struct Box: Hashable, Sendable {
  /// In points.
  package var width: Double
  package var height: Double

  /// A box of as many pixels. The shorter side of a key is 72 points, so that texts are as large beside
  /// the key on all keypads.
  package init(pixels width: Int, _ height: Int) {
    let points = Box.side / Double(max(1, min(width, height)))
    (self.width, self.height) = (Double(width) * points, Double(height) * points)
  }

  /// The points of a key's shorter side.
  package static let side = 72.0

  /// No text becomes smaller than that, in points.
  static let smallestFont = 7.0

  /// The room for a text beside the insets.
  func textWidth(_ look: Appearance) -> Double {
    let isBeside = look.imagePlacement == .leading || look.imagePlacement == .trailing
    let image = look.hasImage && isBeside ? look.imageSize + max(0, look.imagePadding) : 0
    return max(8, width - look.insetLeading - look.insetTrailing - image)
  }
}

extension ButtonLayout {
  /// The layout of a look, and the look as it is drawn: in a box, texts and image shrink until they fit.
  static func fitting(
    _ look: Appearance, _ direction: LayoutDirection, _ metrics: any TextMetrics, _ box: Box?
  ) -> (Appearance, ButtonLayout) {
    guard let box else {
      return (look, ButtonLayout(look, direction: direction, metrics: metrics))
    }
    let steps = 24
    func fitted(_ step: Int) -> (look: Appearance, layout: ButtonLayout) {
      let look = look.filling(box, shrunkBy: 1 - 0.7 * Double(step) / Double(steps))
      return (look, ButtonLayout(look, direction: direction, metrics: metrics, box: box))
    }
    func fits(_ layout: ButtonLayout) -> Bool {
      layout.isWhole && layout.natural.width <= box.width + 0.01
        && layout.natural.height <= box.height + 0.01
    }
    // Most fit as they are.
    let whole = fitted(0)
    if fits(whole.layout) { return whole }
    // The first step that fits; the last one is taken as it is.
    var best: (look: Appearance, layout: ButtonLayout)?
    var (low, high) = (1, steps)
    while low < high {
      let middle = (low + high) / 2
      let tried = fitted(middle)
      if fits(tried.layout) { (high, best) = (middle, tried) } else { low = middle + 1 }
    }
    return best ?? fitted(steps)
  }
}

extension Appearance {
  /// Whether there is an image, or a spinner in its place.
  var hasImage: Bool { imageName != nil || showsActivityIndicator }

  /// The look as it fills a box, with its content as large as a factor says.
  fileprivate func filling(_ box: Box, shrunkBy factor: Double) -> Appearance {
    var look = self
    look.isCircle = false
    look.isFullWidth = false
    // A key is small: what a screen leaves free around a text is the text's here.
    let margin = min(box.width, box.height) * 0.06
    func inset(_ inset: Double) -> Double { min(max(inset.isFinite ? inset : 0, 2), margin) }
    (look.insetTop, look.insetBottom) = (inset(insetTop), inset(insetBottom))
    (look.insetLeading, look.insetTrailing) = (inset(insetLeading), inset(insetTrailing))
    func font(_ size: Double) -> Double {
      let size = ButtonLayout.fontSize(size)
      return max(min(size, Box.smallestFont), size * factor)
    }
    look.titleFontSize = font(titleFontSize)
    look.subtitleFontSize = font(subtitleFontSize)
    let hasText = title?.string.isEmpty == false || subtitle?.string.isEmpty == false
    if hasImage {
      if box.width < box.height * 1.5 {
        switch imagePlacement {
        case .leading, .trailing: look.imagePlacement = .top
        case .top, .bottom: break
        }
      }
      let largest = min(box.width, box.height) * (hasText ? 0.5 : 0.72)
      let usual = imageSize > 0 ? imageSize : hasText ? largest * 0.8 : largest
      look.imageSize = max(4, min(usual, largest) * factor)
      look.imageReservation = 0
      look.imagePadding = min(imagePadding.isFinite ? max(imagePadding, 0) : 0, 4)
    }
    look.titlePadding = min(titlePadding.isFinite ? max(titlePadding, 0) : 0, 4)
    // An outline lies inside, for there is nothing outside.
    let outset = strokeOutset.isFinite ? max(0, strokeOutset) : 0
    func ground(_ inset: Double) -> Double {
      min(max(inset.isFinite ? inset : 0, 0), margin) + outset
    }
    look.backgroundInsetTop = ground(backgroundInsetTop)
    look.backgroundInsetBottom = ground(backgroundInsetBottom)
    look.backgroundInsetLeading = ground(backgroundInsetLeading)
    look.backgroundInsetTrailing = ground(backgroundInsetTrailing)
    return look
  }
}
