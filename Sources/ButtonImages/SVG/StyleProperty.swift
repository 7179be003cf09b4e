/// What a property of CSS does with what it refers to.
enum StyleProperty {
  /// Applies it to the element itself: `mask`.
  case own
  /// Draws it at each vertex, here and in all that is inside: `marker-end`.
  case marker
  /// Paints with it, here and in all that is inside: `fill`, and what is not known.
  case paint
  /// Says how the element is mixed with what is below.
  case blend
  /// Defines a variable.
  case variable

  init(_ name: String) throws(ImageFault) {
    let name = name.hasPrefix("-webkit-") ? String(name.dropFirst(8)) : name
    switch name {
    case "filter", "mask", "clip-path", "cursor", "shape-inside", "shape-subtract",
      "backdrop-filter", "shape-outside":
      self = .own
    case _ where name.hasPrefix("mask-"): self = .own
    case _ where name.hasPrefix("marker"): self = .marker
    case "mix-blend-mode": self = .blend
    case _ where name.hasPrefix("--"): self = .variable
    case "all", "d", "behavior", "-moz-binding":
      throw ImageFault("has the style property \(name), which a still image has no need of")
    default: self = .paint
    }
  }
}

/// What a style says that counts.
enum StyleFinding {
  /// A reference to the id in this range.
  case reference(Range<Int>, StyleProperty)
  /// A filter that CSS names, or a blend mode.
  case cost(SVGBurden.Respect)
}
