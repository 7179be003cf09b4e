import ButtonModel

/// A button's own colours, for terminals.
struct Paint {
  private var text: UInt32
  private let ground: UInt32
  /// Over the ground.
  private var fill: UInt32 = 0
  /// The parts of fonts that terminals have.
  private var isBold, isItalic: Bool
  /// Turns on the lines under and through the text.
  private var rules = ""
  /// Behind a button: white on a light display, black on a dark one.
  private let backdrop: UInt32

  /// `#RRGGBBAA` each; nil without a visible ground.
  init?(
    text: String?, ground: String?, weight: String? = nil, isItalic: Bool = false,
    onDark isDark: Bool = false
  ) {
    backdrop = isDark ? 0x0000_00FF : 0xFFFF_FFFF
    guard let ground = ground.flatMap(Color.rgba(hex:)), ground & 0xFF > 0 else { return nil }
    self.ground = ground
    let weight = weight.flatMap { FontWeight(name: $0) } ?? .regular
    isBold = weight.rawValue >= FontWeight.semibold.rawValue
    self.isItalic = isItalic
    self.text = text.flatMap(Color.rgba(hex:)) ?? 0xFF
  }

  func callAsFunction(_ text: String) -> String {
    let back = Self.mix(fill, over: Self.mix(ground, over: backdrop))
    let front = Self.mix(self.text, over: back)
    let font = (isBold ? "\u{1B}[1m" : "") + (isItalic ? "\u{1B}[3m" : "")
    return font + rules
      + "\u{1B}[38;2;\(Self.channels(front))m\u{1B}[48;2;\(Self.channels(back))m\(text)\u{1B}[0m"
  }

  /// The paint for a run of a title: its colour and shape on the button's ground. A link is
  /// underlined.
  func of(_ run: TextRun) -> Paint {
    var paint = self
    (paint.isBold, paint.isItalic) = (LookLine.isHeavy(run), run.italic)
    if case .rgba(let rgba)? = run.color { paint.text = rgba }
    paint.rules =
      (run.underline || run.link != nil ? "\u{1B}[4m" : "") + (run.strikethrough ? "\u{1B}[9m" : "")
    return paint
  }

  /// Returns the paint with another colour over the ground, `#RRGGBBAA`.
  func filled(with color: String?) -> Paint {
    var paint = self
    paint.fill = color.flatMap(Color.rgba(hex:)) ?? 0
    return paint
  }

  private static func mix(_ color: UInt32, over ground: UInt32) -> UInt32 {
    let alpha = color & 0xFF
    return [24, 16, 8].reduce(0xFF) { mixed, shift in
      let (front, back) = ((color >> shift) & 0xFF, (ground >> shift) & 0xFF)
      return mixed | ((front * alpha + back * (255 - alpha) + 127) / 255) << shift
    }
  }

  /// As a terminal takes them.
  private static func channels(_ color: UInt32) -> String {
    [24, 16, 8].map { "\((color >> $0) & 0xFF)" }.joined(separator: ";")
  }
}
