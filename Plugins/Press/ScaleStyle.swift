import ButtondKit

/// A blue label that shrinks and fades while it is pressed, at once unless it is to be animated.
struct ScaleStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    ScaleStyle.draw(look, in: context)
    if context[Manifest.ScaleStyle.isAnimated] { ScaleStyle.animate(look) }
  }

  static func draw(_ look: borrowing Look, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(15)
    look.foregroundColor = context.isEnabled ? .systemBlue : .systemGray
    look.showPress(opacity: 0.5, scale: context[Manifest.ScaleStyle.scaleAmount], in: context)
  }

  static func animate(_ look: borrowing Look) {
    let ease = Transaction.animation(.easeInOut(duration: 0.16))
    look.transaction.set(onPress: ease, onRelease: ease)
  }
}
