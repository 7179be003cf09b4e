extension Look {
  /// Shows a press on the whole button: while it is pressed, its opacity, 0 to 1, and its size as a
  /// factor. In any other state nothing is set. Where the reader wants little to move, the size stays.
  public func showPress(opacity: Double = 1, scale: Double = 1, in context: borrowing Context) {
    guard context.isHighlighted else { return }
    self.opacity = opacity
    if scale != 1, !context.reducesMotion { self.scale = scale }
  }

  /// Draws the ring of the focus and the spinner of a busy button, for a style whose manifest says
  /// `"base": "none"`: any other base draws both. Call it last: the ring takes the outline's place.
  public func showFocusAndActivity(in context: borrowing Context) {
    if context.isFocused { background.showFocusRing() }
    if context.isBusy { showsActivityIndicator = true }
  }
}
