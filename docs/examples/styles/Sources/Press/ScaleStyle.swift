import ButtondKit

/// A blue label that fades and shrinks while it is pressed.
struct ScaleStyle: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.contentInsets.set(15)
    look.foregroundColor = context.isEnabled ? .systemBlue : .systemGray
    look.showPress(opacity: 0.5, scale: context[Manifest.ScaleStyle.scaleAmount], in: context)
    look.showFocusAndActivity(in: context)
  }
}
