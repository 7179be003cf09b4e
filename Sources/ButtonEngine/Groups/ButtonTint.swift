import ButtonModel
import ButtonResolver

/// What stands for the tint of displays on one button.
struct ButtonTint: Hashable {
  /// The colour; nil for the display's tint.
  let color: Color?
  /// The colour is made gray.
  let isDimmed: Bool

  /// The tint of a button; nil if that is the display's as it is. What the button says stands above
  /// what its group says.
  init?(
    _ own: Color?, _ mode: TintAdjustmentMode, in group: GroupDefinition?
  ) {
    color = [own, group?.tint].lazy.compactMap(\.self).first { $0 != .named(.tint) }
    let mode = mode == .automatic ? group?.tintAdjustmentMode ?? .automatic : mode
    isDimmed = mode == .dimmed
    if color == nil, !isDimmed { return nil }
  }

  /// The traits of a display with this tint.
  func traits(on display: Traits) -> Traits {
    var traits = display
    if let color { traits.tint = color }
    if isDimmed {
      traits.tint = .rgba(Color.named(.tint).components(for: traits).grayscale.rgba)
    }
    return traits
  }
}
