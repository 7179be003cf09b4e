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
    var color = ResolvedColor(rgba: try base(json))
    if let alpha = json.member("alpha") {
      color = color.withAlpha(try share(alpha, in: "alpha"))
    }
    return color.rgba
  }

  /// The opaque colour of an object: its components, or, in a space that is not read, its `hex`.
  private static func base(_ json: JSONElement) throws(ThemeFault) -> UInt32 {
    guard let space = json.member("colorSpace")?.string else {
      throw ThemeFault("colorSpace is missing: write \"srgb\"")
    }
    var fallback: UInt32?
    if let hex = json.member("hex") {
      guard let text = hex.string, text.utf8.count == 7 else {
        throw ThemeFault("must be #RRGGBB", in: "hex")
      }
      fallback = try self.hex(text, in: "hex")
    }
    if space != "srgb" {
      guard let fallback else {
        throw ThemeFault(
          "'\(Excerpt(space))' is not read: write \"srgb\", or add hex, \"#RRGGBB\", to stand in",
          in: "colorSpace")
      }
      return fallback
    }
    guard let components = json.member("components") else {
      throw ThemeFault("components is missing: write [red, green, blue], each from 0 to 1")
    }
    guard components.count == 3, components.isArray else {
      throw ThemeFault("must be [red, green, blue], each from 0 to 1", in: "components")
    }
    var channels: [Double] = []
    for component in components.elements {
      let isNone = component.text.map { $0 == "none" } ?? false
      let member = "components[\(channels.count)]"
      channels.append(isNone ? 0 : try share(component, in: member))
    }
    var color = ResolvedColor(rgba: 0xFF)
    color.red = channels[0] * 255
    color.green = channels[1] * 255
    color.blue = channels[2] * 255
    return color.rgba
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
