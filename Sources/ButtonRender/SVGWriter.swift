import ButtonModel

/// Writes SVG: every text is escaped, every number finite and short.
package struct SVGWriter: Sendable {
  /// What has been written.
  package private(set) var text = ""
  /// Paths that something is clipped to.
  private(set) var clips: [String] = []
  /// The colours of images that are drawn in one.
  private(set) var tints: [UInt32] = []

  package init() {}

  /// An attribute and its value.
  enum Attribute {
    case number(StaticString, Double)
    case text(StaticString, String)
    /// Left out where there is no value.
    case optional(StaticString, String?)
    /// 0xRRGGBBAA, as the colour and its opacity; `fading` multiplies the opacity.
    case color(StaticString, UInt32, fading: Double = 1)
  }

  /// Appends an element without content.
  mutating func element(_ name: StaticString, _ attributes: Attribute...) {
    open(name, attributes, "/>")
  }

  /// Appends an element whose content is text.
  mutating func element(_ name: StaticString, _ attributes: Attribute..., content: String) {
    open(name, attributes, ">")
    text += SVGText.escaped(content)
    close(name)
  }

  /// Appends a text made of parts, with nothing between them.
  mutating func spans(
    _ attributes: Attribute..., parts: [(attributes: [Attribute], content: String)]
  ) {
    open("text", attributes, ">")
    for part in parts {
      open("tspan", part.attributes, ">")
      text += SVGText.escaped(part.content)
      text += "</tspan>"
    }
    close("text")
  }

  /// Opens an element; `end` closes it.
  mutating func begin(_ name: StaticString, _ attributes: Attribute...) {
    open(name, attributes, ">")
    text += "\n"
  }

  /// Ends it.
  mutating func end(_ name: StaticString) { close(name) }

  /// The reference to what lies outside of a rounded rectangle at the origin.
  mutating func clip(outsideOf width: Double, _ height: Double, radius: Double) -> String {
    clip(
      "M-300-300h\(SVGWriter.number(width + 600))v\(SVGWriter.number(height + 600))"
        + "h\(SVGWriter.number(-width - 600))z" + SVGWriter.rectangle(width, height, radius))
  }

  /// The reference to what lies inside of a rounded rectangle at the origin.
  mutating func clip(insideOf width: Double, _ height: Double, radius: Double) -> String {
    clip(SVGWriter.rectangle(width, height, radius))
  }

  /// The path of a rounded rectangle at the origin.
  private static func rectangle(_ width: Double, _ height: Double, _ radius: Double) -> String {
    let (w, h, r) = (number(width), number(height), number(radius))
    let (right, bottom) = (number(width - radius), number(height - radius))
    let arc = "A\(r) \(r) 0 0 1"
    return
      "M\(r) 0H\(right)\(arc) \(w) \(r)V\(bottom)\(arc) \(right) \(h)H\(r)\(arc) 0 \(bottom)"
      + "V\(r)\(arc) \(r) 0z"
  }

  private mutating func clip(_ path: String) -> String {
    let index = clips.firstIndex(of: path) ?? clips.count
    if index == clips.count { clips.append(path) }
    return "url(#outside\(index))"
  }

  /// The reference to what gives all of a picture one colour.
  mutating func tint(_ color: UInt32) -> String {
    let index = tints.firstIndex(of: color) ?? tints.count
    if index == tints.count { tints.append(color) }
    return "url(#tint\(index))"
  }

  private mutating func open(_ name: StaticString, _ attributes: [Attribute], _ end: String) {
    text += "<\(name)"
    for attribute in attributes {
      switch attribute {
      case .number(let name, let value): write(name, SVGWriter.number(value))
      case .text(let name, let value): write(name, SVGText.escaped(value))
      case .optional(let name, let value):
        if let value { write(name, SVGText.escaped(value)) }
      case .color(let name, let rgba, let fading):
        write(name, SVGWriter.hex(rgba))
        let alpha = Double(rgba & 0xFF) / 255 * fading
        if alpha < 1 { write("\(name)-opacity", SVGWriter.number(alpha, 1000)) }
      }
    }
    text += end
    if end == "/>" { text += "\n" }
  }

  private mutating func close(_ name: StaticString) { text += "</\(name)>\n" }

  private mutating func write(_ name: StaticString, _ value: String) {
    write("\(name)", value)
  }

  private mutating func write(_ name: String, _ value: String) {
    text += " \(name)=\"\(value)\""
  }

  /// The most that a coordinate is written as.
  private static let farthest = 1_000_000.0

  /// A number in its shortest form, to a hundredth or another part of one.
  package static func number(_ value: Double, _ parts: Int = 100) -> String {
    let value = bounded(value, -farthest, farthest)
    let whole = Int((value * Double(parts)).rounded())
    let magnitude = whole.magnitude
    var text = String(magnitude / UInt(parts))
    var rest = magnitude % UInt(parts)
    if rest > 0 {
      var digits = String(rest + UInt(parts)).dropFirst()
      while digits.last == "0" {
        digits.removeLast()
        rest /= 10
      }
      text += "." + digits
    }
    return whole < 0 ? "-" + text : text
  }

  /// A number within bounds; one that is not a number becomes the lower bound or 0.
  static func bounded(_ value: Double, _ low: Double, _ high: Double) -> Double {
    guard value.isFinite else { return min(max(0, low), high) }
    return min(max(value, low), high)
  }

  private static func hex(_ rgba: UInt32) -> String { String(Color.hex(rgba).prefix(7)) }
}
