import ButtondKit

/// A button of the theme: its type chooses the colours, its display how they are used.
struct ThemedButton: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) throws {
    let display = context.parameter("display") ?? ButtonDisplay.default
    let size = context.parameter("size") ?? ButtonSize.default
    let type = type(in: context)
    let palette = display.palette(
      primary: try context.color("button.\(type).primary"),
      secondary: try context.color("button.\(type).secondary"))

    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(16)
    look.isFullWidth = context.parameter("isFullWidth") ?? false
    look.titleFontSize = context.scaled(try context.length(size.token))
    if context.parameter("isLoading") ?? false {
      look.showsActivityIndicator = true
      look.isBusy = true
    }
    look.foregroundColor = palette.foreground
    draw(palette, radius: try context.length(display.radiusToken), look, in: context)
    animate(look, in: context)
  }

  /// The type asked for; a destructive button is never the one that invites.
  private func type(in context: borrowing Context) -> String {
    let type = context.parameter("type") ?? "primary"
    return type == "primary" && context.role == .destructive ? "danger" : type
  }

  /// The shape behind the text; a disabled one lies flat.
  private func draw(
    _ palette: ButtonDisplay.Palette, radius: Double, _ look: borrowing Look,
    in context: borrowing Context
  ) {
    let background = look.background
    background.color = palette.background
    background.strokeColor = palette.border
    background.strokeWidth = 1
    if context.isFocused { background.showFocusRing() }
    background.cornerRadius = radius
    look.cornerStyle = .fixed
    let shadow = background.shadow
    if context.isEnabled {
      shadow.color = palette.background
      shadow.opacity = 0.2
      shadow.radius = radius
      shadow.x = 0
      shadow.y = 5
    } else {
      look.opacity = 0.5
      shadow.opacity = 0
      shadow.radius = 0
      shadow.x = 0
      shadow.y = 0
    }
  }

  /// What a press does to the whole button, and how.
  private func animate(_ look: borrowing Look, in context: borrowing Context) {
    let isBouncy = context.parameter("isBouncy") ?? false
    if context.isEnabled {
      look.showPress(opacity: 0.7, scale: isBouncy ? 0.8 : 1, in: context)
    }
    if isBouncy {
      let bounce = Animation.spring(response: 0.8, dampingFraction: 0.1, blendDuration: 10)
      look.transaction.onPress = .animation(bounce)
      look.transaction.onRelease = .animation(bounce)
    }
  }
}
