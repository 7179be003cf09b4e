import ButtondKit

/// A button in the colours and sizes of the theme.
struct ThemedButton: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) throws {
    typealias Themed = Manifest.ButtonStyle
    let size = context[Themed.size]
    let display = context[Themed.display]
    var type = context[Themed.type]
    // A destructive button is never the one that invites.
    if type == "primary", context.role == .destructive { type = "danger" }
    let primary: Color = try context.token("button.\(type).primary")
    let secondary: Color = try context.token("button.\(type).secondary")
    let fontSize: Double = try context.token("button.size.\(size.rawValue)")
    let radius: Double = try context.token(
      display == .rounded ? "button.radius.rounded" : "button.radius.default")
    let isInverted = display == .transparent || display == .outline
    let fill = isInverted ? secondary : primary

    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(16)
    look.isFullWidth = context[Themed.isFullWidth]
    look.titleFontSize = context.scaled(fontSize)
    look.foregroundColor = isInverted ? primary : secondary
    look.cornerStyle = .fixed
    look.background.cornerRadius = radius
    look.background.color = fill
    look.background.strokeColor = display == .outline ? primary : .clear
    look.background.strokeWidth = 1
    if context.isFocused { look.background.showFocusRing() }
    if context.isEnabled {
      look.background.shadow.set(color: fill, opacity: 0.2, radius: radius, y: 5)
    } else {
      look.background.shadow.set(color: fill, opacity: 0, radius: 0)
      look.opacity = 0.5
    }
    if context[Themed.isLoading] {
      look.isBusy = true
      look.showsActivityIndicator = true
    }
    let isBouncy = context[Themed.isBouncy]
    if context.isEnabled { look.showPress(opacity: 0.7, scale: isBouncy ? 0.8 : 1, in: context) }
    if isBouncy {
      let spring = Animation.spring(response: 0.8, dampingFraction: 0.1, blendDuration: 10)
      look.transaction.set(onPress: .animation(spring), onRelease: .animation(spring))
    }
  }
}
