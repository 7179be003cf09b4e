import ButtonModel
import JSONRPC

extension ThemeValue {
  /// 0xRRGGBBAA from `#RGB`, `#RRGGBB`, `#RRGGBBAA` or the object form.
  static func color(_ json: JSONElement) throws(ThemeFault) -> UInt32 {
    if let text = json.text { return try hex(text.string) }
    guard json.isObject else {
      throw ThemeFault(
        "must be a colour: \"#RRGGBB\", \"#RRGGBBAA\" or {\"colorSpace\": \"srgb\","
          + " \"components\": [r, g, b]}")
    }
    try allow(["colorSpace", "components", "alpha", "hex"], in: json)
    var color = try base(json)
    if let alpha = json.member("alpha") {
      color = color.withAlpha(try share(alpha, in: "alpha"))
    }
    return color.rgba
  }

  /// The object's opaque colour: its components, or its `hex` for an unknown space or outside sRGB.
  private static func base(_ json: JSONElement) throws(ThemeFault) -> ResolvedColor {
    guard let name = json.member("colorSpace")?.string else {
      throw ThemeFault("colorSpace is missing: write \"srgb\"")
    }
    var fallback: UInt32?
    if let hex = json.member("hex") {
      guard let text = hex.string, text.utf8.count == 7 else {
        throw ThemeFault("must be #RRGGBB", in: "hex")
      }
      fallback = try self.hex(text, in: "hex")
    }
    guard let space = ColorSpace(rawValue: name) else {
      if let fallback { return ResolvedColor(rgba: fallback) }
      let names = ColorSpace.allCases.map(\.rawValue)
      throw ThemeFault(
        "'\(Excerpt(name))' is not a colour space of Design Tokens"
          + NearestName.advice(name, among: names), in: "colorSpace")
    }
    let color = space.srgb(try components(json, of: space))
    if let fallback, !GamutMapping.holds(color) { return ResolvedColor(rgba: fallback) }
    let mapped = GamutMapping.map(color) * 255
    var result = ResolvedColor(rgba: 0xFF)
    (result.red, result.green, result.blue) = (mapped.x, mapped.y, mapped.z)
    return result
  }

  private static func components(
    _ json: JSONElement, of space: ColorSpace
  ) throws(ThemeFault) -> Triple {
    let names = space.components.map(\.name).joined(separator: ", ")
    guard let list = json.member("components") else {
      throw ThemeFault("components is missing: write [\(names)]")
    }
    guard list.count == 3, list.isArray else {
      throw ThemeFault("must be [\(names)]", in: "components")
    }
    var color = Triple()
    for (index, (element, component)) in zip(list.elements, space.components).enumerated() {
      // `none` has the effect of 0.
      if element.string == "none" { continue }
      let member = "components[\(index)]"
      color[index] = try number(element, "a number or \"none\"", in: member)
      if let message = component.fault(color[index]) { throw ThemeFault(message, in: member) }
    }
    return color
  }

  private static func share(
    _ json: JSONElement, in member: String
  ) throws(ThemeFault) -> Double {
    let share = try number(json, "a number from 0 to 1", in: member)
    guard (0...1).contains(share) else {
      throw ThemeFault("must be from 0 to 1, but is \(share)", in: member)
    }
    return share
  }

  private static func hex(
    _ text: String, in member: String = ""
  ) throws(ThemeFault) -> UInt32 {
    switch Color(text) {
    case .rgba(let rgba)?: return rgba
    case .named(let name)?:
      throw ThemeFault(
        "'\(name.name)' is a name, and a theme's colours have none: write #RRGGBB or #RRGGBBAA",
        in: member)
    case .dynamic?, nil:
      throw ThemeFault(
        "'\(Excerpt(text))' is not a colour: write #RRGGBB, #RRGGBBAA or #RGB", in: member)
    }
  }
}
