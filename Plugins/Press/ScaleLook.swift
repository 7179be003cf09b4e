import ButtondKit

/// The look that both scaling styles share.
enum ScaleLook {
  /// Sets it for what the button is doing.
  static func draw(_ look: borrowing Look, isAnimated: Bool, in context: borrowing Context) {
    look.automaticallyUpdateForSelection = false
    look.contentInsets.setDefault(15)
    if isAnimated {
      let ease = Transaction.animation(.easeInOut(duration: 0.16))
      look.transaction.set(onPress: ease, onRelease: ease)
    }
    look.foregroundColor = context.isEnabled ? .systemBlue : .systemGray
    look.showPress(opacity: 0.5, scale: context.parameter("scaleAmount") ?? 0.98, in: context)
  }
}
