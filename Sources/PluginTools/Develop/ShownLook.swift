import ButtonClient
package import ButtonModel

/// How a style or handler looks in one state, on a light or a dark display.
package struct ShownLook: Hashable, Sendable {
  package let button: ShownButton
  package let userInterfaceStyle: UserInterfaceStyle
  /// What clients get: names and scalar values.
  package let appearance: [String: StateValue]
  /// Why the plugin did not make this look; nil when it did.
  package let trouble: String?

  init(_ button: ShownButton, _ style: UserInterfaceStyle, _ record: ButtonLook) {
    self.button = button
    userInterfaceStyle = style
    appearance = record.appearance
    trouble = record.trouble.map { trouble in
      let form = trouble.isFallback ? "fallback" : trouble.isStale ? "stale" : "ok"
      return "\(trouble.reason) (\(form)): \(trouble.message)"
    }
  }

  /// A text of the look, if it has one of that name.
  package func text(_ name: String) -> String? {
    if case .string(let text) = appearance[name] { text.string } else { nil }
  }

  /// How well the title is seen on the background, from 1 to 21; nil where either is missing. Of a
  /// background that progress fills the worse part counts. What lies behind the button is white on a light
  /// display and black on a dark one.
  package var contrast: Double? {
    guard let title = color("titleColor") else { return nil }
    let backdrop = ResolvedColor(rgba: userInterfaceStyle == .dark ? 0x0000_00FF : 0xFFFF_FFFF)
    let ground = color("backgroundColor") ?? .clear
    let plain = title.contrastRatio(over: ground, on: backdrop)
    guard let fill = color("progressColor") else { return plain }
    return min(plain, title.contrastRatio(over: fill.composited(over: ground), on: backdrop))
  }

  /// Whether people may not be able to read the title. Disabled buttons are allowed to be dim, and a
  /// handler's colours are another style's.
  package var isHardToRead: Bool {
    let isDisabled = button.state == .disabled || button.state == .selectedDisabled
    return !isDisabled && button.kind == .style && (contrast ?? 21) < Appearance.minimumContrast
  }

  /// What another look of the same button has otherwise, by name: the old value, then the new.
  package func changes(since old: ShownLook) -> [(name: String, old: StateValue?, new: StateValue?)]
  {
    Set(appearance.keys).union(old.appearance.keys).sorted().compactMap { name in
      let (before, now) = (old.appearance[name], appearance[name])
      return before == now ? nil : (name, before, now)
    }
  }

  private func color(_ name: String) -> ResolvedColor? {
    text(name).flatMap(Color.rgba(hex:)).map { ResolvedColor(rgba: $0) }
  }
}
