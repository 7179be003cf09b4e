/// What a colour transformer does to a colour. An amount outside 0 to 1 gives the button up.
public enum Effect: Hashable, Sendable {
  /// Puts another colour in its place.
  case constant(Color)
  /// Replaces alpha, 0 to 1.
  case alpha(Double)
  /// Multiplies alpha by 0 to 1.
  case opacity(Double)
  /// Multiplies red, green and blue by 1 − by, 0 to 1.
  case darker(by: Double)
  /// Takes the colour out and leaves its lightness.
  case grayscale

  /// The effect as the host writes it, on the display of a call.
  func text(for call: PluginCall) -> String {
    switch self {
    case .constant(.text(let name)): "constant(\(name))"
    case .constant(let color): "constant(\(TextRun.hex(call.components(of: color)?.rgba ?? 0)))"
    case .alpha(let amount): "alpha(\(amount))"
    case .opacity(let factor): "opacity(\(factor))"
    case .darker(let amount): "darker(\(amount))"
    case .grayscale: "grayscale"
    }
  }

  /// The effect that a text of the host's means.
  init?(text: String) {
    if text == "grayscale" {
      self = .grayscale
      return
    }
    let parts = text.split(separator: "(", maxSplits: 1)
    guard parts.count == 2, parts[1].last == ")" else { return nil }
    let argument = parts[1].dropLast()
    if parts[0] == "constant" {
      self = .constant(.text(String(argument)))
      return
    }
    guard let amount = Double(argument) else { return nil }
    switch parts[0] {
    case "alpha": self = .alpha(amount)
    case "opacity": self = .opacity(amount)
    case "darker": self = .darker(by: amount)
    default: return nil
    }
  }
}
