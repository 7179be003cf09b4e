import ButtonModel
import ButtonResolver

/// What replaces the display's tint on a button.
struct ButtonTint: Hashable {
  /// Nil for the display's tint.
  let color: Color?
  /// The colour is made gray.
  let isDimmed: Bool

  /// Nil if the button has the display's tint as it is. Its own setting precedes its group's.
  init?(
    _ own: Color?, _ mode: TintAdjustmentMode, in group: GroupDefinition?
  ) {
    color = [own, group?.tint].lazy.compactMap(\.self).first { $0 != .named(.tint) }
    let mode = mode == .automatic ? group?.tintAdjustmentMode ?? .automatic : mode
    isDimmed = mode == .dimmed
    if color == nil, !isDimmed { return nil }
  }

  func traits(on display: Traits) -> Traits {
    var traits = display
    if let color { traits.tint = color }
    if isDimmed {
      traits.tint = .rgba(Color.named(.tint).components(for: traits).grayscale.rgba)
    }
    return traits
  }
}
