/// The names of elements and attributes that mean something here. They are in lower case, as an
/// HTML page reads them that takes the picture in.
enum SVGName: String, CaseIterable {
  case svg, use, image, style, text, a, mask, pattern, filter, cursor
  case feImage = "feimage"
  case feMorphology = "femorphology"
  case feTurbulence = "feturbulence"
  case feConvolveMatrix = "feconvolvematrix"
  // Children of filter primitives that filter nothing.
  case feFuncR = "fefuncr"
  case feFuncG = "fefuncg"
  case feFuncB = "fefuncb"
  case feFuncA = "fefunca"
  case feDistantLight = "fedistantlight"
  case fePointLight = "fepointlight"
  case feSpotLight = "fespotlight"
  // Groups, and what others refer to.
  case g, defs, symbol, stop, marker, view, metadata, title, desc
  case `switch` = "switch"
  case clipPath = "clippath"
  case linearGradient = "lineargradient"
  case radialGradient = "radialgradient"
  // What runs, moves, or takes other things in.
  case script, handler, listener, iframe, frame, embed, object, applet, audio, video, canvas, portal
  case img, meta, body
  case animate, animation, set, discard, mpath
  case foreignObject = "foreignobject"
  case animateColor = "animatecolor"
  case animateMotion = "animatemotion"
  case animateTransform = "animatetransform"
  // Attributes.
  case href, src, base, id, `class`, d, points, fill, stroke
  case clipPathValue = "clip-path"
  case markerStart = "marker-start"
  case markerMid = "marker-mid"
  case markerEnd = "marker-end"
  case colorProfile = "color-profile"
  case numOctaves = "numoctaves"
  case kernelMatrix = "kernelmatrix"

  /// Numbers for names: those of the cases first, in their order.
  static let words = WordTable(allCases.map(\.rawValue))
  private static let cases = allCases

  /// The case with a number of `words`.
  init?(number: Int) {
    guard number < SVGName.cases.count else { return nil }
    self = SVGName.cases[number]
  }

  /// What an element of this name does that no picture may; nil if it may be there.
  var offence: String? {
    switch self {
    case .script, .handler, .listener: "a script"
    case .iframe, .frame, .embed, .object, .applet, .audio, .video, .canvas, .portal, .img,
      .meta, .body, .foreignObject:
      "content that is not drawn"
    case .animate, .animation, .set, .discard, .mpath, .animateColor, .animateMotion,
      .animateTransform:
      "an animation"
    default: nil
    }
  }

  /// How an element of this name is drawn.
  var role: SVGRole {
    switch self {
    case .svg, .style, .a, .g, .stop, .view, .metadata, .title, .desc, .switch: .group
    case .defs, .symbol, .pattern, .mask, .filter, .clipPath, .marker, .linearGradient,
      .radialGradient:
      .stock
    default: .shape
    }
  }

  /// Whether an attribute of this name is read as CSS that may refer to something.
  var isStyleValue: Bool {
    switch self {
    case .fill, .stroke, .filter, .mask, .cursor, .marker, .clipPathValue, .markerStart,
      .markerMid, .markerEnd, .colorProfile:
      true
    default: false
    }
  }
}

/// How an element is drawn.
enum SVGRole {
  /// Painted itself; so is what is not known.
  case shape
  /// Only what is inside is painted.
  case group
  /// Drawn where something refers to it, and not where it is.
  case stock
}
