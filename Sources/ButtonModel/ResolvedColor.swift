/// An sRGB colour independent of names and traits. Channels are doubles and rounded once, in
/// ``rgba``, however many steps lead to the colour.
public struct ResolvedColor: Hashable, Sendable {
  /// 0 to 255, like `green` and `blue`.
  public var red: Double
  public var green: Double
  public var blue: Double
  /// 0 to 1.
  public var alpha: Double

  public static let clear = ResolvedColor(rgba: 0)

  @inlinable
  public init(rgba: UInt32) {
    red = Double(rgba >> 24)
    green = Double(rgba >> 16 & 0xFF)
    blue = Double(rgba >> 8 & 0xFF)
    alpha = Double(rgba & 0xFF) / 255
  }

  /// 0xRRGGBB; `alpha` is 0 to 1.
  @inlinable
  public init(rgb: UInt32, alpha: Double = 1) {
    red = Double(rgb >> 16 & 0xFF)
    green = Double(rgb >> 8 & 0xFF)
    blue = Double(rgb & 0xFF)
    self.alpha = alpha
  }

  /// 0xRRGGBBAA, each channel rounded half up.
  @inlinable
  public var rgba: UInt32 {
    ResolvedColor.rounded(red) << 24 | ResolvedColor.rounded(green) << 16
      | ResolvedColor.rounded(blue) << 8 | ResolvedColor.rounded(alpha * 255)
  }

  @inlinable
  public func withAlpha(_ alpha: Double) -> ResolvedColor {
    var color = self
    color.alpha = alpha
    return color
  }

  /// Multiplies alpha.
  @inlinable
  public func opacity(_ factor: Double) -> ResolvedColor {
    var color = self
    color.alpha *= factor
    return color
  }

  /// Multiplies red, green and blue by 1 − `amount`.
  @inlinable
  public func darker(by amount: Double) -> ResolvedColor {
    var color = self
    color.red *= 1 - amount
    color.green *= 1 - amount
    color.blue *= 1 - amount
    return color
  }

  /// The gray of the same luma (Rec. 709, without linearizing the channels).
  @inlinable
  public var grayscale: ResolvedColor {
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    var color = self
    color.red = luma
    color.green = luma
    color.blue = luma
    return color
  }

  /// Rounds to a byte, half up and clamped.
  @inlinable
  static func rounded(_ channel: Double) -> UInt32 {
    guard channel > 0 else { return 0 }
    guard channel < 255 else { return 255 }
    let whole = UInt32(channel)
    return channel - Double(whole) >= 0.5 ? whole + 1 : whole
  }
}
