import ButtonModel

/// One client's press of one button.
struct Press {
  /// The press as the daemon's own recogniser sees it.
  var recognizer = GestureRecognizer()

  /// True while it makes the button look pressed.
  var isPressing: Bool { recognizer.phase == .pressing }
}
