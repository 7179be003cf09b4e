/// How a colour is computed from others.
public struct ColorFormula: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case alpha(Color, Double)
    case opacity(Color, Double)
    case darker(Color, Double)
    case mixed(Color, Color, Double)
    case dynamic(light: Color, dark: Color)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// A number held to 0 to 1; what is not a number is 0.
  static func clamped(_ number: Double) -> Double { number > 0 ? min(number, 1) : 0 }
}

/// A colour in sRGB, with channels that are rounded once, at the end.
struct ColorComponents {
  /// 0 to 255.
  var red, green, blue: Double
  /// 0 to 1.
  var alpha: Double

  init(rgba: UInt32) {
    red = Double(rgba >> 24)
    green = Double(rgba >> 16 & 0xFF)
    blue = Double(rgba >> 8 & 0xFF)
    alpha = Double(rgba & 0xFF) / 255
  }

  /// The colour that `#RGB`, `#RRGGBB` or `#RRGGBBAA` writes.
  init?(hex: String) {
    guard hex.first == "#", let number = UInt32(hex.dropFirst(), radix: 16),
      hex.dropFirst().allSatisfy(\.isHexDigit)
    else { return nil }
    switch hex.utf8.count {
    case 4:
      let (red, green, blue) = (number >> 8, number >> 4 & 0xF, number & 0xF)
      self.init(rgba: red * 0x1100_0000 | green * 0x0011_0000 | blue * 0x0000_1100 | 0xFF)
    case 7: self.init(rgba: number << 8 | 0xFF)
    case 9: self.init(rgba: number)
    default: return nil
    }
  }

  /// 0xRRGGBBAA, each channel rounded half up.
  var rgba: UInt32 {
    let channels = [red, green, blue, alpha * 255]
    return channels.reduce(0) { $0 << 8 | UInt32(($1 + 0.5).rounded(.down)) }
  }

  /// The colour on the way to another.
  func mixed(with other: ColorComponents, by fraction: Double) -> ColorComponents {
    func between(_ path: KeyPath<ColorComponents, Double>) -> Double {
      self[keyPath: path] + (other[keyPath: path] - self[keyPath: path]) * fraction
    }
    var mixture = self
    mixture.red = between(\.red)
    mixture.green = between(\.green)
    mixture.blue = between(\.blue)
    mixture.alpha = between(\.alpha)
    return mixture
  }
}

extension PluginCall {
  /// What a colour is on this display; nil for a text that names none, which is a mistake of the
  /// plugin's.
  func components(of color: Color) -> ColorComponents? {
    switch color {
    case .rgba(let rgba): return ColorComponents(rgba: rgba)
    case .text(let text):
      if let fixed = ColorComponents(hex: text) { return fixed }
      let name = text == "tint" ? "env.tint" : "env.color.\(text)"
      guard case .rgba(let rgba)? = read(name) else {
        noteUnknown(color: text)
        return nil
      }
      return ColorComponents(rgba: rgba)
    case .computed(let formula): return components(of: formula)
    }
  }

  private func components(of formula: ColorFormula) -> ColorComponents? {
    switch formula.kind {
    case .dynamic(let light, let dark): return components(of: isDark ? dark : light)
    case .mixed(let color, let other, let fraction):
      guard let first = components(of: color), let second = components(of: other) else {
        return nil
      }
      return first.mixed(with: second, by: fraction)
    case .alpha(let color, let alpha):
      var components = components(of: color)
      components?.alpha = alpha
      return components
    case .opacity(let color, let factor):
      var components = components(of: color)
      components?.alpha *= factor
      return components
    case .darker(let color, let amount):
      var components = components(of: color)
      components?.red *= 1 - amount
      components?.green *= 1 - amount
      components?.blue *= 1 - amount
      return components
    }
  }
}
