import ButtonClient
package import ButtonModel

/// A look of a style or handler in one state, on a light or a dark display.
package struct ShownLook: Hashable, Sendable {
  package let button: ShownButton
  package let userInterfaceStyle: UserInterfaceStyle
  /// What clients get: names and scalar values.
  package let appearance: [String: StateValue]
  /// Why the plugin did not make this look; nil if it did.
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

  /// Nil if the look has no text of that name.
  package func text(_ name: String) -> String? {
    if case .string(let text) = appearance[name] { text.string } else { nil }
  }

  /// The title's contrast on the background, from 1 to 21; nil if either is missing. If progress
  /// fills the background, the worse part counts. Behind the button is white on a light display and
  /// black on a dark one.
  package var contrast: Double? {
    guard let title = color("titleColor") else { return nil }
    let backdrop = ResolvedColor(rgba: userInterfaceStyle == .dark ? 0x0000_00FF : 0xFFFF_FFFF)
    let ground = color("backgroundColor") ?? .clear
    let plain = title.contrastRatio(over: ground, on: backdrop)
    guard let fill = color("progressColor") else { return plain }
    return min(plain, title.contrastRatio(over: fill.composited(over: ground), on: backdrop))
  }

  /// The title may be unreadable. Disabled buttons may be dim, and a handler's colours are another
  /// style's.
  package var isHardToRead: Bool {
    let isDisabled = button.state == .disabled || button.state == .selectedDisabled
    return !isDisabled && button.kind == .style && (contrast ?? 21) < Appearance.minimumContrast
  }

  /// The members in which the look differs from an older one of the same button.
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
