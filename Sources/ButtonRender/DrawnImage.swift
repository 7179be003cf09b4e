/// The file of an image that looks name by its hash.
package struct ImageSource: Hashable, Sendable {
  /// The media type, such as `image/png`.
  package var type: String
  /// The file, in Base64.
  package var data: String

  package init(type: String, data: String) { (self.type, self.data) = (type, data) }
}

/// Images by the names that looks have for them.
package typealias ImageSources = [String: ImageSource]

/// An image in its place.
package struct DrawnImage: Hashable, Sendable {
  /// How an image of another shape becomes that of its frame.
  package enum Fit: Hashable, Sendable {
    case stretch
    /// All of it is seen; where, from 0 on the left and top to 1 on the right and bottom.
    case inside(across: Double, down: Double)
    /// It covers the frame.
    case covering
  }

  package var source: ImageSource
  package var frame: Frame
  package var fit = Fit.inside(across: 0.5, down: 0.5)
  /// 0xRRGGBBAA: what all of it is drawn in; nil for its own colours.
  package var color: UInt32?
  /// The opacity of an image in its own colours.
  package var opacity = 1.0
  /// The radius of the corners that it is cut to; nil leaves it as it is.
  package var cornerRadius: Double?

  /// Where an image of a size is drawn.
  package func place(ofSize width: Double, _ height: Double) -> Frame {
    let (x, y) = (frame.width / width, frame.height / height)
    func place(_ scale: Double, _ across: Double, _ down: Double) -> Frame {
      Frame(
        x: frame.x + (frame.width - width * scale) * across,
        y: frame.y + (frame.height - height * scale) * down, width: width * scale,
        height: height * scale)
    }
    return switch fit {
    case .stretch: frame
    case .inside(let across, let down): place(min(x, y), across, down)
    case .covering: place(max(x, y), 0.5, 0.5)
    }
  }
}

extension SVGWriter {
  /// Draws an image, whose file the document then holds.
  mutating func draw(_ image: DrawnImage) {
    let frame = image.frame
    let clip = image.cornerRadius.map { radius in
      self.clip(insideOf: frame.width, frame.height, radius: radius)
    }
    let filter = image.color.map { self.tint($0) }
    let isMoved = clip != nil && (frame.x != 0 || frame.y != 0)
    if isMoved {
      let offset = "translate(\(SVGWriter.number(frame.x)) \(SVGWriter.number(frame.y)))"
      begin("g", .text("transform", offset))
    }
    element(
      "image", .number("x", isMoved ? 0 : frame.x), .number("y", isMoved ? 0 : frame.y),
      .number("width", frame.width), .number("height", frame.height),
      .text("preserveAspectRatio", image.fit.svg),
      .optional("filter", filter), .optional("clip-path", clip),
      .optional("opacity", image.opacity < 1 ? SVGWriter.number(image.opacity, 1000) : nil),
      .text("href", "data:\(image.source.type);base64,\(image.source.data)"))
    if isMoved { end("g") }
  }
}

extension DrawnImage.Fit {
  fileprivate var svg: String {
    func part(_ place: Double) -> String { place == 0 ? "Min" : place == 1 ? "Max" : "Mid" }
    switch self {
    case .stretch: return "none"
    case .inside(let across, let down): return "x\(part(across))Y\(part(down)) meet"
    case .covering: return "xMidYMid slice"
    }
  }
}
