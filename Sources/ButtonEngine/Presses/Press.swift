import ButtonModel

/// One client's press of one button.
enum Press {
  /// The daemon's own recogniser decides.
  case standard(GestureRecognizer)
  /// The button's style decides; `isPressing` is what it last said.
  case primitive(PrimitivePress, isPressing: Bool)

  /// True while it makes the button look pressed.
  var isPressing: Bool {
    switch self {
    case .standard(let recognizer): recognizer.phase == .pressing
    case .primitive(_, let isPressing): isPressing
    }
  }

  /// The press as its style sees it, where the style decides.
  var primitive: PrimitivePress? {
    switch self {
    case .standard: nil
    case .primitive(let press, _): press
    }
  }
}
