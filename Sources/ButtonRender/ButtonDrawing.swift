package import ButtonModel

/// One button as SVG.
///
/// What SVG cannot show is approximated: a material by a translucent layer, a background image that
/// is neither an icon nor at hand by a pattern of lines.
package struct ButtonDrawing: Sendable {
  package let look: Appearance
  package let display: Display
  package let layout: ButtonLayout
  /// Why the button is drawn dimmed, with a ring at its corner; nil if what feeds its state is there.
  package let loss: String?
  private let images: ImageSources

  /// A button that is as large as what it shows, or fills a box.
  package init(
    _ look: Appearance, on display: Display = Display(), loss: String? = nil,
    metrics: any TextMetrics = UsualFont(), filling box: Box? = nil, images: ImageSources = [:]
  ) {
    self.images = images
    self.display = display
    self.loss = loss
    (self.look, layout) = ButtonLayout.fitting(look, display.direction, metrics, box)
  }

  /// A document with the button alone, of another width in pixels than in points if one is given.
  package func document(margin: Double, backdrop: UInt32?, width: Double? = nil) -> String {
    var canvas = SVGCanvas()
    draw(into: &canvas, x: margin, y: margin)
    let frame = Frame(width: layout.width + 2 * margin, height: layout.height + 2 * margin)
    return SVGDocument(frame, backdrop: backdrop, zoom: (width ?? frame.width) / frame.width)
      .text(of: canvas.writer)
  }

  /// Draws the button with its top left corner at a point.
  package func draw(into canvas: inout some Canvas, x: Double, y: Double) {
    let name = [look.accessibilityLabel?.string ?? look.title?.string, look.percentage]
      .compactMap(\.self).joined(separator: ", ")
    let group = DrawnGroup(
      frame: Frame(x: x, y: y, width: layout.width, height: layout.height),
      scale: SVGWriter.bounded(look.scale, 0, 4),
      opacity: SVGWriter.bounded(look.opacity, 0, 1) * (loss == nil ? 1 : 0.55), reach: reach,
      label: [name, loss ?? ""].filter { !$0.isEmpty }.joined(separator: ". "))
    canvas.begin(group)
    let frame = Frame(width: layout.width, height: layout.height).grown(by: reach)
    if let image = backgroundImage {
      canvas.draw(in: frame) { drawBackground([.behind], into: &$0) }
      canvas.draw(image)
      canvas.draw(in: frame) { drawShapes([.ground], into: &$0) }
    } else {
      canvas.draw(in: frame) { drawShapes([.behind, .ground], into: &$0) }
    }
    if let image { canvas.draw(image) }
    for line in layout.title + layout.subtitle { canvas.draw(line) }
    canvas.end(group)
    guard let loss else { return }
    let ring = Frame(x: x + layout.lossMark.x, y: y + layout.lossMark.y)
    canvas.draw(in: ring.grown(by: 6)) {
      ButtonDrawing.drawLoss(loss, at: ring, display, into: &$0)
    }
  }

  /// What lies behind a background image, and what lies over it.
  private enum Layer { case behind, ground }

  private func drawShapes(_ layers: Set<Layer>, into writer: inout SVGWriter) {
    drawBackground(layers, into: &writer)
    drawSymbol(into: &writer)
    if let frame = layout.indicator {
      Icon.popup.draw(into: &writer, frame, color: look.indicatorColor)
    }
  }

  private func drawBackground(_ layers: Set<Layer>, into writer: inout SVGWriter) {
    let isMoved = ground.x != 0 || ground.y != 0
    if isMoved {
      let offset = "translate(\(SVGWriter.number(ground.x)) \(SVGWriter.number(ground.y)))"
      writer.begin("g", .text("transform", offset))
    }
    if layers.contains(.behind) { drawBehind(into: &writer) }
    if layers.contains(.ground) { drawGround(into: &writer) }
    if isMoved { writer.end("g") }
  }

  /// No part of the button is farther outside its layout.
  private var reach: Double {
    let shadow =
      look.shadowColor & 0xFF == 0
      ? 0
      : max(abs(shadowOffset.x), abs(shadowOffset.y)) + shadowDeviation * 2
    let stroke = abs(SVGWriter.bounded(look.strokeOutset, -200, 200)) + look.strokeWidth
    let growth =
      max(layout.width, layout.height) * max(0, SVGWriter.bounded(look.scale, 0, 4) - 1)
    let ground = abs(ground.x) + abs(ground.y)
    return SVGWriter.bounded(shadow + stroke + growth + ground + 20, 20, 10_000).rounded(.up)
  }

  /// A ring that says on a pointer's touch what is gone.
  private static func drawLoss(
    _ loss: String, at middle: Frame, _ display: Display, into writer: inout SVGWriter
  ) {
    writer.begin("g")
    writer.element("title", content: SVGText.line(loss, atMost: 200))
    writer.element(
      "circle", .number("cx", middle.x), .number("cy", middle.y), .number("r", 4),
      .color("fill", display.backdrop), .color("stroke", 0xFF95_00FF),
      .number("stroke-width", 2))
    writer.end("g")
  }

  // MARK: Behind the content

  private var ground: Frame { layout.background }

  private func drawBehind(into writer: inout SVGWriter) {
    let isSeen =
      look.backgroundColor & 0xFF > 0 || look.material != nil || look.backgroundImageName != nil
    if look.shadowColor & 0xFF > 0, isSeen { drawShadow(into: &writer) }
    if let material = look.material {
      fill(&writer, Material.veil(material.string, on: display))
    }
  }

  private func drawGround(into writer: inout SVGWriter) {
    if backgroundImage == nil, let name = look.backgroundImageName {
      drawBackgroundSymbol(name.string, into: &writer)
    }
    if look.backgroundColor & 0xFF > 0 { fill(&writer, look.backgroundColor) }
    drawProgress(into: &writer)
    drawStroke(into: &writer)
  }

  /// The part of the background's shape that is filled.
  private func drawProgress(into writer: inout SVGWriter) {
    let width = ground.width * SVGWriter.bounded(look.progress ?? 0, 0, 1)
    guard width > 0, look.progressColor & 0xFF > 0 else { return }
    let start = display.direction == .rightToLeft ? ground.width - width : 0
    // What is farther on than the part is cut off.
    writer.begin(
      "svg", .number("x", start), .number("width", width), .number("height", ground.height))
    writer.element(
      "rect", .number("x", -start), .number("width", ground.width),
      .number("height", ground.height), .number("rx", radius(growing: 0)),
      .color("fill", look.progressColor))
    writer.end("svg")
  }

  /// The part of the shadow outside the button; a translucent button does not show it either.
  private func drawShadow(into writer: inout SVGWriter) {
    let radius = radius(growing: 0)
    writer.begin(
      "g", .text("clip-path", writer.clip(outsideOf: ground.width, ground.height, radius: radius)))
    let alpha = Double(look.shadowColor & 0xFF) / 255
    let edge = SoftEdge(
      width: ground.width, height: ground.height, alpha: alpha, deviation: shadowDeviation)
    for layer in edge.layers {
      let (width, height) = (ground.width + 2 * layer.outset, ground.height + 2 * layer.outset)
      writer.element(
        "rect", .number("x", shadowOffset.x - layer.outset),
        .number("y", shadowOffset.y - layer.outset), .number("width", width),
        .number("height", height),
        .number("rx", max(radius + layer.outset, min(shadowDeviation, height / 2))),
        .color("fill", look.shadowColor, fading: layer.opacity))
    }
    writer.end("g")
  }

  private var shadowDeviation: Double { SVGWriter.bounded(look.shadowRadius, 0, 80) / 2 }

  private var shadowOffset: (x: Double, y: Double) {
    (SVGWriter.bounded(look.shadowX, -100, 100), SVGWriter.bounded(look.shadowY, -100, 100))
  }

  private func fill(_ writer: inout SVGWriter, _ color: UInt32) {
    writer.element(
      "rect", .number("width", ground.width), .number("height", ground.height),
      .number("rx", radius(growing: 0)), .color("fill", color))
  }

  private func drawBackgroundSymbol(_ name: String, into writer: inout SVGWriter) {
    writer.element(
      "rect", .number("width", ground.width), .number("height", ground.height),
      .number("rx", radius(growing: 0)), .text("fill", "url(#lines)"))
    guard let icon = Icon.named(name) else { return }
    // A larger image is cut off.
    writer.begin("svg", .number("width", ground.width), .number("height", ground.height))
    icon.draw(into: &writer, backgroundImageFrame, color: 0x8E8E_9380)
    writer.end("svg")
  }

  /// The background image, if it is at hand. One that is only placed has no size in points: it fits.
  private var backgroundImage: DrawnImage? {
    guard let name = look.backgroundImageName, let source = images[name.string] else { return nil }
    var image = DrawnImage(source: source, frame: ground)
    image.cornerRadius = radius(growing: 0)
    image.fit =
      switch look.backgroundImageContentMode {
      case .scaleToFill: .stretch
      case .scaleAspectFill: .covering
      default: .inside(across: backgroundPlace.across, down: backgroundPlace.down)
      }
    return image
  }

  /// Where the background image stands, from 0 on the left and top to 1 on the right and bottom.
  private var backgroundPlace: (across: Double, down: Double) {
    switch look.backgroundImageContentMode {
    case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .center: (0.5, 0.5)
    case .top: (0.5, 0)
    case .bottom: (0.5, 1)
    case .left: (0, 0.5)
    case .right: (1, 0.5)
    case .topLeft: (0, 0)
    case .topRight: (1, 0)
    case .bottomLeft: (0, 1)
    case .bottomRight: (1, 1)
    }
  }

  /// The frame of the background image; icons keep their shape even if the image is stretched.
  private var backgroundImageFrame: Frame {
    let side =
      switch look.backgroundImageContentMode {
      case .scaleToFill, .scaleAspectFit: min(ground.width, ground.height)
      case .scaleAspectFill: max(ground.width, ground.height)
      default: 24.0
      }
    let place = backgroundPlace
    return Frame(
      x: (ground.width - side) * place.across, y: (ground.height - side) * place.down, width: side,
      height: side)
  }

  /// The line around the button; its outer edge is that of the background plus the outset.
  private func drawStroke(into writer: inout SVGWriter) {
    let width = SVGWriter.bounded(look.strokeWidth, 0, 40)
    guard width > 0, look.strokeColor & 0xFF > 0 else { return }
    let grown = SVGWriter.bounded(look.strokeOutset, -40, 40) - width / 2
    writer.element(
      "rect", .number("x", -grown), .number("y", -grown),
      .number("width", max(0, ground.width + 2 * grown)),
      .number("height", max(0, ground.height + 2 * grown)),
      .number("rx", radius(growing: grown)), .text("fill", "none"),
      .color("stroke", look.strokeColor), .number("stroke-width", width))
  }

  /// The corner radius of the background, or of a line around it.
  private func radius(growing: Double) -> Double {
    let most = min(ground.width, ground.height) / 2
    let radius =
      look.cornerShape == .capsule ? most : SVGWriter.bounded(look.cornerRadius, 0, most)
    return radius == 0 ? 0 : max(0, radius + growing)
  }

  // MARK: Content

  /// The image, if it is at hand.
  private var image: DrawnImage? {
    guard let frame = layout.image, !look.showsActivityIndicator, let name = look.imageName,
      let source = images[name.string]
    else { return nil }
    var image = DrawnImage(source: source, frame: frame)
    if look.imageRenderingMode == .original {
      image.opacity = Double(look.imageColor & 0xFF) / 255
    } else {
      image.color = look.imageColor
    }
    return image
  }

  private func drawSymbol(into writer: inout SVGWriter) {
    guard let frame = layout.image, image == nil else { return }
    if look.showsActivityIndicator {
      Spinner.draw(into: &writer, frame, color: look.activityIndicatorColor)
    } else if let name = look.imageName?.string {
      if let icon = Icon.named(name) {
        let own = look.imageRenderingMode == .original ? Icon.ownColor(of: name) : nil
        icon.draw(
          into: &writer, frame, color: own.map { $0 | look.imageColor & 0xFF } ?? look.imageColor,
          lineWidth: look.imageWeight.lineWidth)
      } else {
        Icon.drawUnknown(name, into: &writer, frame, color: look.imageColor)
      }
    }
  }
}

extension FontWeight {
  /// How wide the lines of a symbol are, in a square of 24 points.
  fileprivate var lineWidth: Double {
    switch self {
    case .ultraLight: 0.8
    case .thin: 1.1
    case .light: 1.5
    case .regular: 2
    case .medium: 2.3
    case .semibold: 2.6
    case .bold: 3
    case .heavy: 3.4
    case .black: 3.8
    }
  }
}
