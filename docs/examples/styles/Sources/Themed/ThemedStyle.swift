import ButtondKit

/// A button in the colours and sizes of the theme.
struct ThemedStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) throws {
    typealias Themed = Manifest.ButtonStyle
    let type = context[Themed.type]
    let size = context[Themed.size]
    let display = context[Themed.display]
    let primary: Color = try context.token("button.\(type).primary")
    let secondary: Color = try context.token("button.\(type).secondary")
    let radius: Double = try context.token(
      display == .rounded ? "button.radius.rounded" : "button.radius.default")
    let isInverted = display == .transparent || display == .outline
    let fill = isInverted ? secondary : primary

    look.contentInsets.set(16)
    look.isFullWidth = context[Themed.isFullWidth]
    look.titleFontSize = context.scaled(try context.token("button.size.\(size.rawValue)"))
    look.foregroundColor = isInverted ? primary : secondary
    look.cornerStyle = .fixed
    look.background.cornerRadius = radius
    look.background.color = fill
    look.background.strokeColor = display == .outline ? primary : .clear
    look.background.strokeWidth = 1
    if context.isEnabled {
      look.background.shadow.set(color: fill, opacity: 0.2, radius: radius, y: 5)
    } else {
      look.opacity = 0.5
    }
    if context[Themed.isLoading] {
      look.isBusy = true
      look.showsActivityIndicator = true
    }
    let isBouncy = context[Themed.isBouncy]
    look.showPress(opacity: 0.7, scale: isBouncy ? 0.8 : 1, in: context)
    if isBouncy {
      let spring = Animation.spring(response: 0.8, dampingFraction: 0.1, blendDuration: 10)
      look.transaction.set(onPress: .animation(spring), onRelease: .animation(spring))
    }
    look.showFocusAndActivity(in: context)
  }
}
